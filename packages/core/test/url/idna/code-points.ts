import assert from 'node:assert/strict'
import { type Tally, compare, emptyTally } from './compare.ts'

/** Places where a code point meets each rule: status and mapping, marks, the joiners' contexts, the Bidi rule. */
export const CONTEXTS: Readonly<Record<string, (char: string) => string>> = {
  'between ASCII letters': (char) => `a${char}b.example`,
  'first in its label': (char) => `${char}a.example`,
  'before ZWJ': (char) => `a${char}\u200db.example`,
  'before ZWNJ': (char) => `${char}\u200c\u0628.example`,
  'after ZWNJ': (char) => `\u0628\u200c${char}.example`,
  'between a joining letter and ZWNJ': (char) => `\u0628${char}\u200c\u0628.example`,
  'in a right-to-left label': (char) => `\u05d0${char}\u05d0.example`,
  'last in a right-to-left label': (char) => `\u05d0${char}.example`,
  'among European digits': (char) => `\u05d01${char}\u05d0.example`,
  'among Arabic digits': (char) => `\u05d0\u0661${char}\u05d0.example`,
}

export function compareAll(codePoints: Iterable<number>, context: (char: string) => string): Tally {
  const tally = emptyTally()
  for (const codePoint of codePoints) compare(context(String.fromCodePoint(codePoint)), tally)
  return tally
}

export function* range(first: number, last: number, step = 1): Generator<number> {
  for (let codePoint = first; codePoint <= last; codePoint += step) {
    if (codePoint < 0xd800 || codePoint > 0xdfff) yield codePoint
  }
}

/** ada 4.0.0 errs on 401 marks and on the Bidi_Class of 1,292 code points; fewer is good news, more would be ours. */
export function assertFewStale(tally: Tally): void {
  assert.ok(tally.stale <= 1300, `${tally.stale} code points differ from the platform`)
}
