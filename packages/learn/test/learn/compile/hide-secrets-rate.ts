import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hideSecrets } from '../../../src/compile/hide-secrets.ts'
import { createRandom, type Random } from '@canonist/test-support/random-url.ts'

// Of random values of 16 characters or more at most one in a thousand may be shown as it is.

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

/** Separates the characters of a value into groups of a size. */
const grouped =
  (make: Make, size: number, mark: string): Make =>
  (length, random) =>
    (make(length, random).match(new RegExp(`.{1,${size}}`, 'gu')) ?? []).join(mark)

const escaped =
  (make: Make): Make =>
  (length, random) =>
    encodeURIComponent(make(length, random))

const between = (first: number, last: number): Make =>
  from(Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)).join(''))

const bytesFrom =
  (least: number): Make =>
  (length, random) =>
    Array.from({ length }, () => `%${(least + random(256 - least)).toString(16).padStart(2, '0')}`).join('')

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
  'hex digits in pairs, with colons': grouped(hex, 2, ':'),
  'hex digits in pairs, with hyphens': grouped(hex, 2, '-'),
  'hex digits in eights, with dots': grouped(hex, 8, '.'),
  'hex digits in fours, with escaped spaces': grouped(hex, 4, '%20'),
  'digits in fours, with underscores': grouped(from(DIGITS), 4, '_'),
  'digits in fives, with hyphens': grouped(from(DIGITS), 5, '-'),
  'digits in eights, with plus signs': grouped(from(DIGITS), 8, '+'),
  'lower-case letters in pairs': grouped(letters, 2, '-'),
  'lower-case letters in eights': grouped(letters, 8, '_'),
  'upper-case letters in fours': grouped(from(UPPER), 4, '-'),
  'base32 in fours': grouped(from(`${UPPER}234567`), 4, '-'),
  'base36 in fives': grouped(from(LOWER + DIGITS), 5, '-'),
  'base64url in fours, with dots': grouped(from(`${LOWER}${UPPER}${DIGITS}-_`), 4, '.'),
  'base64, escaped': escaped(from(`${LOWER}${UPPER}${DIGITS}+/`)),
  'printable ASCII': escaped(between(33, 126)),
  'symbols of ASCII': escaped(from('!@$^*_~.,[]{}|')),
  'Cyrillic letters': escaped(between(0x430, 0x44f)),
  'Cyrillic letters of both cases': escaped(between(0x410, 0x44f)),
  'Greek letters': escaped(between(0x3b1, 0x3c9)),
  'Latin-1 letters': escaped(between(0xc0, 0xff)),
  'Latin-1 letters and symbols': escaped(between(0xa1, 0xff)),
  bytes: bytesFrom(0),
  'bytes outside ASCII': bytesFrom(0x80),
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

/** So many values of each kind in each place. */
export function testHiddenRate({ values }: { readonly values: number }): void {
  const mostShown = values / 1000
  for (const [kind, make] of Object.entries(KINDS)) {
    describe(kind, () => {
      for (const [place, build] of Object.entries(PLACES)) {
        test(`${place}: at most ${mostShown} of ${values} are shown whole`, () => {
          const random = createRandom(14)
          const shown: string[] = []
          for (let turn = 0; turn < values; turn++) {
            const value = make(LENGTHS[turn % LENGTHS.length] ?? 16, random)
            if (hideSecrets(build(value)).includes(value)) shown.push(value)
          }
          assert.ok(shown.length <= mostShown, `${shown.length} are shown, such as ${shown[0]}`)
        })
      }
    })
  }
}
