import { z } from 'zod'
import { RUN_CODES } from './errors.ts'
import { defineOperation } from './operation.ts'
import { findRunner, run } from './run-schemas.ts'
import { id } from './schemas.ts'

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
