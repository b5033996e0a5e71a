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
  summary: 'Show a run: its state, its progress, and what it came to.',
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
  summary: 'List what a run has said, line by line.',
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
  summary: 'List what a run has found: the results of canonicalize, the rules of learn.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ id, ...part }),
  output: createPart(z.unknown()),
  errors: [...ALL_LIST_ERRORS, 'run/not-found'],
  examples: [{ id: 1 }],
  run: (app, { id: runId, ...options }) => items(app.context.database, runId, options),
})
