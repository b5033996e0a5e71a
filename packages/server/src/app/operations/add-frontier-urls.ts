import { z } from 'zod'
import { queueLists } from '../ingest/ingest-lists.ts'
import { KEY_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { ingestReport, queuePriority, texts } from './schemas.ts'

const linesInput = z.strictObject({ priority: queuePriority.optional() })

export const addFrontierUrls = defineOperation({
  name: 'addFrontierUrls',
  method: 'POST',
  path: '/api/v1/frontier/urls',
  summary: 'Queue URLs; `new` counts the pages that were not queued before.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({ urls: texts, priority: queuePriority.optional() }),
  output: ingestReport,
  errors: KEY_ERRORS,
  examples: [{ urls: ['https://example.com/'], priority: 'high' }],
  run: async (app, { urls, priority }, { signal, onProgress }) =>
    (await app.frontier()).submit(urls, { priority, signal, onProgress }),
  lines: {
    input: linesInput,
    item: null,
    run: (app, lines, { priority }: z.output<typeof linesInput>, { signal }) =>
      queueLists(app, [lines], { format: 'jsonl', column: 'url', priority, signal }),
  },
})
