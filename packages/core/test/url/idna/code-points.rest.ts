import { test } from 'node:test'
import { assertFewStale, compareAll, CONTEXTS, range } from './code-points.ts'

// All assigned planes but the CJK middle, whose code points have one status and one set of traits; the whole is in the long form.
function* sample(): Generator<number> {
  yield* range(0, 0x4e00)
  yield* range(0x4e01, 0x9fff, 61)
  yield* range(0xa000, 0xac00)
  yield* range(0xac01, 0xd7a3, 61)
  yield* range(0xd7a4, 0x18aff)
  yield* range(0x18b00, 0x1afff, 7)
  yield* range(0x1b000, 0x20000)
  yield* range(0x20001, 0x2f7ff, 61)
  yield* range(0x2f800, 0x2fa20)
  yield* range(0x2fa21, 0x33480, 61)
  yield* range(0x33481, 0xdffff, 997)
  yield* range(0xe0000, 0xe0200)
  yield* range(0xe0201, 0x10ffff, 997)
}

test('code points between ASCII letters: the platform and tr46 agree', () => {
  assertFewStale(compareAll(sample(), CONTEXTS['between ASCII letters'] ?? String))
})

for (const [place, context] of Object.entries(CONTEXTS).slice(1)) {
  test(`every 7th code point ${place}: the platform and tr46 agree`, () => {
    assertFewStale(compareAll(range(0, 0x1ffff, 7), context))
  })
}
