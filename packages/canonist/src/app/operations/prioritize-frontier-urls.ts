import { z } from 'zod'
import { prioritizeUrls } from '../frontier/queue.ts'
import { defineOperation } from './operation.ts'
import { frontierSelection, queuePriority } from './schemas.ts'

export const prioritizeFrontierUrls = defineOperation({
  name: 'prioritizeFrontierUrls',
  method: 'POST',
  path: '/api/v1/frontier/prioritize',
  summary: 'Change the priority of URLs in the queue; leased ones keep theirs.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({ ...frontierSelection, priority: queuePriority }),
  output: z.strictObject({ prioritized: z.int().min(0).describe('URLs that had another priority before') }),
  errors: ['app/no-filter', 'registry/bad-host'],
  examples: [{ host: 'example.com', priority: 'high' }],
  run: async (app, { priority, ...filter }) => ({ prioritized: await prioritizeUrls(app, filter, priority) }),
})
