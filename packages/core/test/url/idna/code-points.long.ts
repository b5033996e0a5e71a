import { test } from 'node:test'
import { assertFewStale, compareAll, CONTEXTS, range } from './code-points.ts'

for (const [place, context] of Object.entries(CONTEXTS)) {
  test(`every code point ${place}: the platform and tr46 agree`, () => {
    assertFewStale(compareAll(range(0, 0x10ffff), context))
  })
}
