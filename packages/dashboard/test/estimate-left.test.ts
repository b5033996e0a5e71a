import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateLeft } from '../src/pages/runs/estimate-left.ts'

const START = '2026-01-01T00:00:00.000Z'
const run = (done: number, total: number | null) => ({ startedAt: START, progress: { done, total, unit: 'pages' } })
const now = Date.parse(START) + 60_000

for (const [done, total, left] of [
  [50, 100, 60_000],
  [25, 100, 180_000],
  [1, 100, null],
  [100, 100, null],
  [5, null, null],
  [0, 0, null],
] as const)
  test(`after a minute, ${done} of ${total ?? 'unknown'}: ${left ?? 'no estimate'}`, () =>
    assert.equal(estimateLeft(run(done, total), now), left))
