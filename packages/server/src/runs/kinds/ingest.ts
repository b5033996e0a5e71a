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
    format: z.enum(['text', 'jsonl', 'csv', 'tsv']).optional().describe('The format of the upload (default: text)'),
    column: z.string().min(1).optional().describe('The column with the URL (csv, tsv, jsonl)'),
    priority: z
      .enum(['P0', 'P1', 'P2'])
      .optional()
      .describe('How often to check the pages: P0 daily, P1 weekly, P2 monthly'),
  }),
  run: ({ app, signal, report, log }, { upload, ...options }) =>
    withUpload(app.context.database, upload, signal, (input) =>
      ingestLists(app, [input], {
        ...options,
        signal,
        // The registry stores its progress under this name and resumes from there.
        source: `upload:${upload}`,
        onProgress: (bytes) => report(bytes, input.size),
        onResume: () => log('info', 'Resuming where the import was interrupted.'),
      }),
    ),
})
