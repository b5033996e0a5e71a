import { z } from 'zod'
import { forgetUrls } from '../frontier/queue.ts'
import { defineOperation } from './operation.ts'
import { frontierSelection } from './schemas.ts'

export const forgetFrontierUrls = defineOperation({
  name: 'forgetFrontierUrls',
  method: 'POST',
  path: '/api/v1/frontier/forget',
  summary: 'Remove URLs from the queue; the registry keeps their pages.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject(frontierSelection),
  output: z.strictObject({ forgotten: z.int().min(0) }),
  errors: ['app/no-filter', 'registry/bad-host'],
  examples: [{ state: 'dead', host: 'example.com' }],
  run: async (app, filter) => ({ forgotten: await forgetUrls(app, filter) }),
})
