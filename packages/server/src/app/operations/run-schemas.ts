import { z } from 'zod'
import type { Runner } from '../runs/runner.ts'
import { RunsError } from '../runs/errors.ts'
import { RUN_KINDS, RUN_STATES } from '../runs/run.ts'
import type { OperationContext } from './operation.ts'

const time = z.string().describe('ISO 8601')

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

/** The runner of the server; throws if there is none. */
export function findRunner({ runner }: OperationContext): Runner {
  if (runner === undefined) throw new RunsError('run/unavailable')
  return runner
}
