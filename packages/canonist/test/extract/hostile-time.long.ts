import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOSTILE, writeHostile } from './support/hostile.ts'
import { readAll } from './support/read-all.ts'

const SMALL_BYTES = 1_310_720
const LARGE_BYTES = 4 * SMALL_BYTES

function timeOf(body: Uint8Array): number {
  const start = performance.now()
  readAll({ url: 'https://site.example/', headers: {}, body })
  return performance.now() - start
}

const best = (body: Uint8Array): number => Math.min(timeOf(body), timeOf(body), timeOf(body))

for (const hostile of HOSTILE) {
  test(`5 MiB of ${JSON.stringify(hostile.repeats)} take four times as long as a quarter of it`, () => {
    const [small, large] = [best(writeHostile(hostile, SMALL_BYTES)), best(writeHostile(hostile, LARGE_BYTES))]
    // Sixteen times would be the square; short times are mostly noise.
    assert.ok(large < 9 * Math.max(small, 20), `${small} ms, then ${large} ms`)
  })
}
