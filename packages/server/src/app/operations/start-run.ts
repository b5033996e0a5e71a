import { z } from 'zod'
import { RUNS } from '../runs/kinds/index.ts'
import { requireUpload } from '../runs/uploads.ts'
import { RUN_CODES } from './errors.ts'
import { defineOperation } from './operation.ts'
import { findRunner, run } from './run-schemas.ts'

export const startRun = defineOperation({
  name: 'startRun',
  method: 'POST',
  path: '/api/v1/runs',
  summary: 'Start a run in the background, and return at once.',
  role: 'write',
  effect: 'writes',
  creates: true,
  input: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('ingest'), options: RUNS.ingest.options }),
    z.strictObject({ kind: z.literal('check'), options: RUNS.check.options.optional() }),
    z.strictObject({ kind: z.literal('work'), options: RUNS.work.options.optional() }),
    z.strictObject({ kind: z.literal('learn'), options: RUNS.learn.options.optional() }),
    z.strictObject({ kind: z.literal('canonicalize'), options: RUNS.canonicalize.options }),
  ]),
  output: run,
  errors: RUN_CODES,
  examples: [
    { kind: 'check', options: { all: true } },
    { kind: 'ingest', options: { upload: 1 } },
  ],
  async run(app, { kind, options = {} }, context) {
    if ('upload' in options && options.upload !== undefined) await requireUpload(app.context.database, options.upload)
    return findRunner(context).start(kind, options, context.actor)
  },
})
