import { z } from 'zod'
import { listChanges } from '../history/list-changes.ts'
import { defineOperation } from './operation.ts'
import { runState } from './run-schemas.ts'
import { allCounts, list } from './schemas.ts'

const count = z.int().min(0)
const at = z.string().describe('ISO 8601')

const change = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('reviews'), at, kind: z.string(), reviews: count, subject: z.string() })
    .describe('Open reviews of one kind, counted up to 1,000, and the subject of the newest'),
  z
    .strictObject({ type: z.literal('host'), at, host: z.string(), reason: z.string().nullable() })
    .describe('A host is down'),
  z
    .strictObject({
      type: z.literal('rekey'),
      at,
      run: z.int(),
      policy: z.string(),
      changed: count,
      merged: count,
      made: count,
      isUndone: z.boolean(),
    })
    .describe('All keys moved to a policy'),
  z
    .strictObject({ type: z.literal('run'), at, id: z.int(), kind: z.string(), state: runState })
    .describe('A run ended'),
])

export const getChanges = defineOperation({
  name: 'getChanges',
  method: 'GET',
  path: '/api/v1/changes',
  summary: 'Show what has changed since a time: the counts then, and what happened, the newest first.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    since: z.iso
      .datetime({ offset: true, error: 'Give a time in ISO 8601, such as 2026-01-31T12:00:00Z.' })
      .describe('ISO 8601'),
  }),
  output: z.strictObject({
    before: allCounts.nullable().describe('The counts of the nearest earlier sample; null if there is none'),
    changes: list(change),
  }),
  examples: [{ since: '2026-01-31T12:00:00Z' }],
  async run(app, { since }) {
    const { before, items } = await listChanges(app, Date.parse(since))
    return { before, changes: items }
  },
})
