import { z } from 'zod'
import { findRun, listRunItems as items, listRunLog as log } from '../runs/list-runs.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { logLine, run } from './run-schemas.ts'
import { id, part, createPart } from './schemas.ts'

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
  run: (app, input) => findRun(app.context.database, input.id),
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
  run: (app, { id: runId, ...options }) => log(app.context.database, runId, options),
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
  run: (app, { id: runId, ...options }) => items(app.context.database, runId, options),
})
