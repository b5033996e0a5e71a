import { z } from 'zod'
import { countReasons } from '../frontier/queue.ts'
import { defineOperation } from './operation.ts'
import { frontierState, list } from './schemas.ts'

export const getFrontierReasons = defineOperation({
  name: 'getFrontierReasons',
  method: 'GET',
  path: '/api/v1/frontier/reasons',
  summary: 'Count the URLs of the queue by state and reason.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    items: list(z.strictObject({ state: frontierState, reason: z.string().nullable(), urls: z.int().min(0) })),
  }),
  examples: [{}],
  run: async (app) => ({ items: await countReasons(app) }),
})
