import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodePunycode, encodePunycode } from '../../../src/url/idna/punycode.ts'
import { runs } from '@canonist/test-support/runs.ts'

const toCodePoints = (text: string): number[] => Array.from(text, (char) => char.codePointAt(0) ?? 0)
const toText = (codePoints: readonly number[] | null): string | null =>
  codePoints && String.fromCodePoint(...codePoints)

const PAIRS = [
  { why: 'one letter, nothing basic', text: '\u00fc', punycode: 'tda' },
  { why: 'a letter among basic ones', text: 'b\u00fccher', punycode: 'bcher-kva' },
  { why: 'the letter at the front', text: '\u00fcber', punycode: 'ber-goa' },
  { why: 'the letter at the end', text: 'caf\u00e9', punycode: 'caf-dma' },
  { why: 'the same letter twice', text: '\u00e9t\u00e9', punycode: 't-9fab' },
  { why: 'several letters out of order', text: '\u043f\u0440\u0438\u043c\u0435\u0440', punycode: 'e1afmkfd' },
  { why: 'a hyphen among the basic ones', text: 'a-b\u00e9', punycode: 'a-b-dma' },
  { why: 'basic ones only', text: 'abc', punycode: 'abc-' },
  { why: 'beyond the basic plane', text: '\u{1f4a9}', punycode: 'ls8h' },
  { why: 'nothing', text: '', punycode: '' },
]

for (const { why, text, punycode } of PAIRS) {
  test(`${JSON.stringify(text)} <-> ${punycode} (${why})`, () => {
    assert.equal(encodePunycode(toCodePoints(text)), punycode)
    assert.equal(toText(decodePunycode(punycode)), text)
  })
}

const BROKEN = [
  { why: 'ends inside a number', punycode: '0' },
  { why: 'a digit that is none', punycode: 't_a' },
  { why: 'capitals are the caller\u2019s business', punycode: 'TDA' },
  { why: 'beyond U+10FFFF', punycode: '99999a' },
  { why: 'beyond 31 bits', punycode: '99999999999' },
  { why: 'a letter before the delimiter that is not basic', punycode: 'bc\u00e9r-kva' },
]

for (const { why, punycode } of BROKEN) {
  test(`${punycode} is not Punycode (${why})`, () => assert.equal(decodePunycode(punycode), null))
}

test('a delta beyond 31 bits is not encoded', () => {
  const label = [...Array.from({ length: 2000 }, () => 0x61), 0x10ffff]
  assert.equal(encodePunycode(label), null)
  assert.notEqual(encodePunycode(label.slice(100)), null)
})

const anyLabel = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: fc.constantFrom('a', 'b', '-', '\u00e9', '\u00fc', '\u6f22', '\u{1f4a9}'), maxLength: 80 }),
)

test('what is encoded decodes to itself', () => {
  fc.assert(
    fc.property(anyLabel, (text) => {
      const punycode = encodePunycode(toCodePoints(text))
      assert.ok(punycode !== null)
      assert.equal(toText(decodePunycode(punycode)), text)
    }),
    runs(5000),
  )
})

test('what decodes encodes to itself, a lone leading delimiter apart', () => {
  const anyText = fc.string({
    unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz0123456789-')),
    maxLength: 12,
  })
  fc.assert(
    fc.property(anyText, (punycode) => {
      const label = decodePunycode(punycode)
      if (label !== null) assert.equal(encodePunycode(label), punycode.replace(/^-(?=[^-]*$)/u, ''))
    }),
    runs(20_000),
  )
})
