import { z } from 'zod'
import { defineOperation } from './operation.ts'

export const getHealthSummary = defineOperation({
  name: 'getHealthSummary',
  method: 'GET',
  path: '/api/v1/health/summary',
  summary: 'Count the pages by the verdict of their last check.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({ verdicts: z.record(z.string(), z.int().min(0)) }),
  examples: [{}],
  run: async (app) => ({ verdicts: (await (await app.registry()).readCounts()).verdicts }),
})
