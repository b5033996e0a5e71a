import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hideSecrets } from '../../src/learn.ts'
import { createRandom, type Random } from '../support/random-url.ts'

// Of random values of 16 characters or more at most one in a thousand may be shown as it is.

const VALUES_EACH = 5000
const MOST_SHOWN = VALUES_EACH / 1000
const LENGTHS = [16, 20, 24, 32]

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'

type Make = (length: number, random: Random) => string

const from =
  (alphabet: string): Make =>
  (length, random) =>
    Array.from({ length }, () => alphabet.charAt(random(alphabet.length))).join('')

const hex = from(`${DIGITS}abcdef`)
const letters = from(LOWER)

const KINDS: Readonly<Record<string, Make>> = {
  'lower-case letters': letters,
  'upper-case letters': from(UPPER),
  'letters of both cases': from(LOWER + UPPER),
  digits: from(DIGITS),
  'hex digits': hex,
  base32: from(`${UPPER}234567`),
  base36: from(LOWER + DIGITS),
  base62: from(LOWER + UPPER + DIGITS),
  base64url: from(`${LOWER}${UPPER}${DIGITS}-_`),
  UUIDs: (_, random) => [8, 4, 4, 4, 12].map((length) => hex(length, random)).join('-'),
  'e-mail addresses': (length, random) => `${letters(length - 9, random)}@${letters(5, random)}.com`,
  'e-mail addresses, escaped': (length, random) => `${letters(length - 9, random)}%40${letters(5, random)}.com`,
}

const PLACES: Readonly<Record<string, (value: string) => string>> = {
  'in a path': (value) => `https://example.com/reset/${value}/now`,
  'at the end of a path': (value) => `https://example.com/reset/${value}`,
  'under a neutral name': (value) => `https://example.com/a?x=${value}&b=1`,
  'without a name': (value) => `https://example.com/a?${value}`,
  'in a fragment': (value) => `https://example.com/a#${value}`,
}

for (const [kind, make] of Object.entries(KINDS)) {
  describe(kind, () => {
    for (const [place, build] of Object.entries(PLACES)) {
      test(`${place}: at most ${MOST_SHOWN} of ${VALUES_EACH} are shown whole`, () => {
        const random = createRandom(14)
        const shown: string[] = []
        for (let turn = 0; turn < VALUES_EACH; turn++) {
          const value = make(LENGTHS[turn % LENGTHS.length] ?? 16, random)
          if (hideSecrets(build(value)).includes(value)) shown.push(value)
        }
        assert.ok(shown.length <= MOST_SHOWN, `${shown.length} are shown, such as ${shown[0]}`)
      })
    }
  })
}
