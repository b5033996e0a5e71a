import { z } from 'zod'
import { listRuns as list } from '../runs/list-runs.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { run, runKind, runState } from './run-schemas.ts'
import { part, createPart } from './schemas.ts'

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
  run: (app, { after, limit, ...filter }) => list(app.context.database, filter, { after, limit }),
})
