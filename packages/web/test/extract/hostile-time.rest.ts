import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOSTILE, writeHostile } from './support/hostile.ts'
import { timeReaders } from './support/readers.ts'

// Work that grows with the square of the length takes many seconds here, linear work a twentieth of one. hostile-time.long.ts has longer documents.
const BYTES = 524_288
const MOST_MS = 1000

for (const hostile of HOSTILE) {
  test(`512 KiB of ${hostile.name}`, async () => {
    const timings = await timeReaders(writeHostile(hostile, BYTES), hostile.headers)
    const slow = timings.filter(({ ms }) => ms > MOST_MS)
    assert.deepEqual(slow, [])
  })
}
