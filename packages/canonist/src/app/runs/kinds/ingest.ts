import { z } from 'zod'
import { ingestLists } from '../../ingest/ingest-lists.ts'
import { defineKind, uploadId } from '../kind.ts'
import { withUpload } from '../uploads.ts'

export const ingestRun = defineKind({
  kind: 'ingest',
  fetches: false,
  unit: 'bytes',
  options: z.strictObject({
    upload: uploadId,
    format: z.enum(['text', 'jsonl', 'csv', 'tsv']).optional().describe('Of the upload (text)'),
    column: z.string().min(1).optional().describe('The column of the URL in a table'),
    priority: z.enum(['P0', 'P1', 'P2']).optional().describe('How often the pages are checked: daily, weekly, monthly'),
  }),
  run: ({ app, signal, report, log }, { upload, ...options }) =>
    withUpload(app.context.database, upload, signal, (input) =>
      ingestLists(app, [input], {
        ...options,
        signal,
        // The registry stores its progress under this name and resumes from there.
        source: `upload:${upload}`,
        onProgress: (bytes) => report(bytes, input.size),
        onResume: () => log('info', 'Going on where the import was interrupted.'),
      }),
    ),
})
