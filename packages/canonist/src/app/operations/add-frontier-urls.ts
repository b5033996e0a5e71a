import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { ingestReport, queuePriority } from './schemas.ts'

export const addFrontierUrls = defineOperation({
  name: 'addFrontierUrls',
  method: 'POST',
  path: '/api/v1/frontier/urls',
  summary: 'Queue URLs; `new` counts the pages that were not queued before.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({ urls: z.array(z.string()), priority: queuePriority.optional() }),
  output: ingestReport,
  examples: [{ urls: ['https://example.com/'], priority: 'high' }],
  run: async (app, { urls, priority }, { signal, onProgress }) =>
    (await app.frontier()).submit(urls, { priority, signal, onProgress }),
})
