import { z } from 'zod'
import { ingestLists } from '../ingest/ingest-lists.ts'
import { KEY_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { ingestReport, texts } from './schemas.ts'

export const addUrls = defineOperation({
  name: 'addUrls',
  method: 'POST',
  path: '/api/v1/urls',
  summary: 'Add URLs to the registry; duplicates are linked to their page.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({ urls: texts }),
  output: ingestReport,
  errors: KEY_ERRORS,
  examples: [{ urls: ['https://example.com/?utm_source=x', 'https://example.com/'] }],
  run: async (app, { urls }, { signal, onProgress }) => (await app.registry()).ingest(urls, { signal, onProgress }),
  lines: {
    input: z.strictObject({}),
    item: null,
    run: (app, lines, _, { signal }) => ingestLists(app, [lines], { format: 'jsonl', column: 'url', signal }),
  },
})
