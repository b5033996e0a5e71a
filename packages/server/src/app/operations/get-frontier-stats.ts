import { z } from 'zod'
import { countQueuedUrls } from '../frontier/queue.ts'
import { defineOperation } from './operation.ts'
import { frontierStats } from './schemas.ts'

export const getFrontierStats = defineOperation({
  name: 'getFrontierStats',
  method: 'GET',
  path: '/api/v1/frontier/stats',
  summary: 'Count the URLs of the queue by state.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: frontierStats,
  examples: [{}],
  run: async (app) => (await countQueuedUrls(app)).stats,
})
