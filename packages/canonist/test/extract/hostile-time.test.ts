import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOSTILE, writeHostile } from './support/hostile.ts'
import { readAll } from './support/read-all.ts'

// Work that grows with the square of the length takes minutes here; ours takes a tenth of a second.
const BYTES = 1_048_576
const MOST_MS = 4000

for (const hostile of HOSTILE) {
  test(`1 MiB of ${JSON.stringify(hostile.repeats)} behind ${JSON.stringify(hostile.begins.slice(0, 60))}`, () => {
    const body = writeHostile(hostile, BYTES)
    const start = performance.now()
    readAll({ url: 'https://site.example/', headers: {}, body })
    const took = performance.now() - start
    assert.ok(took < MOST_MS, `${took} ms`)
  })
}
