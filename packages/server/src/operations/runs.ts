import { z } from 'zod'
import { RunsError } from '../runs/errors.ts'
import { RUNS } from '../runs/kinds/index.ts'
import * as stored from '../runs/list-runs.ts'
import { RUN_KINDS, RUN_STATES } from '../runs/run.ts'
import type { Runner } from '../runs/runner.ts'
import * as uploads from '../runs/uploads.ts'
import { ALL_LIST_ERRORS, RUN_CODES } from './errors.ts'
import { type OperationContext, defineOperation } from './operation.ts'
import { part, createPart, id, time } from './schemas.ts'

export const runKind = z.enum(RUN_KINDS)
export const runState = z.enum(RUN_STATES)

export const run = z.strictObject({
  id: z.int(),
  kind: runKind,
  options: z.record(z.string(), z.unknown()),
  state: runState,
  startedBy: z.string(),
  progress: z.strictObject({ done: z.number(), total: z.number().nullable(), unit: z.string() }),
  result: z.unknown(),
  error: z.strictObject({ code: z.string(), message: z.string(), fix: z.string() }).nullable(),
  isCancelWanted: z.boolean(),
  attempts: z.int(),
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
})

export const logLine = z.strictObject({
  line: z.int(),
  at: time,
  level: z.enum(['info', 'warning', 'error']),
  message: z.string(),
})

export const storedUpload = z.strictObject({
  id: z.int(),
  name: z.string(),
  bytes: z.int().describe('How many have arrived'),
  isComplete: z.boolean().describe('False while it is being received'),
  uploadedBy: z.string().describe('The name of the token that sent it'),
  createdAt: time,
  run: z.int().nullable().describe('The newest run that reads it'),
})

export const listRuns = defineOperation({
  name: 'listRuns',
  method: 'GET',
  path: '/api/v1/runs',
  summary: 'List runs, the newest first.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ kind: runKind.optional(), state: runState.optional(), ...part }),
  output: createPart(run),
  errors: ALL_LIST_ERRORS,
  examples: [{}, { kind: 'check', state: 'running' }],
  run: (app, { after, limit, ...filter }) => stored.listRuns(app.context.database, filter, { after, limit }),
})

/** The runner of the server; throws if there is none. */
function findRunner({ runner }: OperationContext): Runner {
  if (runner === undefined) throw new RunsError('run/unavailable')
  return runner
}

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
    if ('upload' in options && options.upload !== undefined)
      await uploads.requireUpload(app.context.database, options.upload)
    return findRunner(context).start(kind, options, context.actor)
  },
})

export const getRun = defineOperation({
  name: 'getRun',
  method: 'GET',
  path: '/api/v1/runs/{id}',
  summary: 'Show a run: its state, its progress and its result.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ id }),
  output: run,
  errors: ['run/not-found'],
  examples: [{ id: 1 }],
  run: (app, input) => stored.findRun(app.context.database, input.id),
})

export const listRunLog = defineOperation({
  name: 'listRunLog',
  method: 'GET',
  path: '/api/v1/runs/{id}/log',
  summary: 'List the log of a run, line by line.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ id, ...part }),
  output: createPart(logLine),
  errors: [...ALL_LIST_ERRORS, 'run/not-found'],
  examples: [{ id: 1 }],
  run: (app, { id: runId, ...options }) => stored.listRunLog(app.context.database, runId, options),
})

export const listRunItems = defineOperation({
  name: 'listRunItems',
  method: 'GET',
  path: '/api/v1/runs/{id}/items',
  summary: 'List the results of a run: those of canonicalize, or the rules of learn.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ id, ...part }),
  output: createPart(z.unknown()),
  errors: [...ALL_LIST_ERRORS, 'run/not-found'],
  examples: [{ id: 1 }],
  run: (app, { id: runId, ...options }) => stored.listRunItems(app.context.database, runId, options),
})

export const cancelRun = defineOperation({
  name: 'cancelRun',
  method: 'POST',
  path: '/api/v1/runs/{id}/cancel',
  summary: 'Stop a run at its next step; finished work stays.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({ id }),
  output: run,
  errors: RUN_CODES,
  examples: [{ id: 1 }],
  run: (_app, input, context) => findRunner(context).cancel(input.id),
})

export const resumeRun = defineOperation({
  name: 'resumeRun',
  method: 'POST',
  path: '/api/v1/runs/{id}/resume',
  summary: 'Resume a run that was interrupted or cancelled, or that failed.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({ id }),
  output: run,
  errors: RUN_CODES,
  examples: [{ id: 1 }],
  run: (_app, input, context) => findRunner(context).resume(input.id),
})

export const listUploads = defineOperation({
  name: 'listUploads',
  method: 'GET',
  path: '/api/v1/uploads',
  summary: 'List the uploads that are kept for runs, the newest first.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject(part),
  output: createPart(storedUpload),
  errors: ALL_LIST_ERRORS,
  examples: [{}],
  run: (app, options) => uploads.listUploads(app.context.database, options),
})

export const deleteUpload = defineOperation({
  name: 'deleteUpload',
  method: 'DELETE',
  path: '/api/v1/uploads/{id}',
  summary: 'Delete an upload, unless a run is reading it.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({ id }),
  output: z.strictObject({ deleted: z.literal(1) }),
  errors: ['upload/not-found', 'upload/in-use'],
  examples: [{ id: 1 }],
  async run({ context }, input) {
    await uploads.deleteUpload(context.database, input.id, context.now())
    return { deleted: 1 as const }
  },
})
