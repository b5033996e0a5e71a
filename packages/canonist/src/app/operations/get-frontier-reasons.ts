import { z } from 'zod'
import { countReasons } from '../frontier/queue.ts'
import { defineOperation } from './operation.ts'
import { frontierState, list } from './schemas.ts'

export const getFrontierReasons = defineOperation({
  name: 'getFrontierReasons',
  method: 'GET',
  path: '/api/v1/frontier/reasons',
  summary: 'Count the URLs of the queue by state and reason: of all hosts, or of one.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    host: z.string().optional().describe('Of one host, leased URLs are counted by the state that they have otherwise'),
  }),
  output: z.strictObject({
    items: list(z.strictObject({ state: frontierState, reason: z.string().nullable(), urls: z.int().min(0) })),
  }),
  examples: [{}, { host: 'example.com' }],
  run: async (app, { host }) => ({ items: await countReasons(app, host) }),
})
