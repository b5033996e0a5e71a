import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOSTILE, writeHostile } from './support/hostile.ts'
import { timeReaders } from './support/readers.ts'

// Work that grows with the square of the length takes minutes here; linear work takes a tenth of a second.
const BYTES = 1_048_576
const MOST_MS = 2000

for (const hostile of HOSTILE) {
  test(`1 MiB of ${hostile.name}`, async () => {
    const timings = await timeReaders(writeHostile(hostile, BYTES), hostile.headers)
    const slow = timings.filter(({ ms }) => ms > MOST_MS)
    assert.deepEqual(slow, [])
  })
}
