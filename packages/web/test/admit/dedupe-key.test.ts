import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { removeKeySlash } from '../../src/admit/dedupe-key.ts'

describe('a key without the slashes at the end of its path', () => {
  const ROWS = [
    { key: 'boe.es/a/', becomes: 'boe.es/a' },
    { key: 'boe.es/a//?b=1', becomes: 'boe.es/a?b=1' },
    { key: 'boe.es/a', becomes: 'boe.es/a' },
    { key: 'boe.es/a//b', becomes: 'boe.es/a//b' },
    { key: 'boe.es/a?b=/', becomes: 'boe.es/a?b=/' },
    { key: 'boe.es/a?b=/?c', becomes: 'boe.es/a?b=/?c' },
  ]
  for (const { key, becomes } of ROWS) {
    test(`${key} -> ${becomes}`, () => assert.equal(removeKeySlash(key), becomes))
  }

  test('100,000 slashes take linear time', () => {
    const before = process.cpuUsage()
    removeKeySlash(`boe.es${'/'.repeat(100_000)}a`)
    // Quadratic work takes several seconds.
    assert.ok(process.cpuUsage(before).user < 1_000_000)
  })
})
