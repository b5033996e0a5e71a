import { z } from 'zod'
import { requeueUrls } from '../frontier/queue.ts'
import { defineOperation } from './operation.ts'
import { frontierSelection } from './schemas.ts'

export const requeueFrontierUrls = defineOperation({
  name: 'requeueFrontierUrls',
  method: 'POST',
  path: '/api/v1/frontier/requeue',
  summary: 'Make URLs of the queue due now, with all their attempts again.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject(frontierSelection),
  output: z.strictObject({ requeued: z.int().min(0) }),
  errors: ['app/no-filter', 'registry/bad-host'],
  examples: [{ state: 'dead', host: 'example.com' }],
  run: async (app, filter) => ({ requeued: await requeueUrls(app, filter) }),
})
