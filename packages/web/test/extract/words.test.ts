import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { visitWords, listWords } from '../../src/extract/text/words.ts'
import { runs } from '@canonist/test-support/runs.ts'

const UNSPACED = ['Han', 'Hira', 'Kana', 'Bopo', 'Thai', 'Lao', 'Khmr', 'Mymr', 'Tibt']
  .map((script) => `\\p{scx=${script}}`)
  .join('')
const PART = new RegExp(`([${UNSPACED}]\\p{M}*)|[^${UNSPACED}]+`, 'gu')

/** What a word is, as regular expressions say it: slowly, and beyond doubt. Stored fingerprints depend on it. */
function wordsByPattern(text: string): (readonly [string, boolean])[] {
  return [...text.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(([run]) =>
    [...run.matchAll(PART)].map(([part, unspaced]) => {
      return [part.length > 256 ? part : part.normalize('NFC'), unspaced !== undefined] as const
    }),
  )
}

function wordsByTable(text: string): (readonly [string, boolean])[] {
  const words: (readonly [string, boolean])[] = []
  visitWords(text, (word, isUnspaced) => words.push([word, isUnspaced]))
  return words
}

const CASES: readonly (readonly [text: string, ...words: string[]])[] = [
  ['Two words, 漢字', 'two', 'words', '漢', '字'],
  ['a漢b', 'a', '漢', 'b'],
  ['กิน', 'กิ', 'น'],
  ['e\u0301te\u0301', 'été'],
  ['\u212b 2\u0301', 'å', '2\u0301'],
  ['𠮷野 𝒜\u{10ffff}b', '𠮷', '野', '𝒜', 'b'],
  ['x\ud800y\udc00z', 'x', 'y', 'z'],
  [''],
]

for (const [text, ...words] of CASES) {
  test(`${JSON.stringify(text)} -> ${words.join(' | ') || 'no word'}`, () => assert.deepEqual(listWords(text), words))
}

test('any text has the words that the patterns find', () => {
  const pieces = fc.constantFrom(
    'a',
    'Ü',
    '1',
    ' ',
    '.',
    '漢',
    'か',
    'ー',
    'ก',
    'ิ',
    '\u0301',
    '\u0323',
    '𠮷',
    '\ud842',
    '\udfb7',
    'İ',
    'ﬁ',
    '가',
    '\u1100',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => assert.deepEqual(wordsByTable(text), wordsByPattern(text))),
    runs(5000),
  )
})

test('every character of the first plane has the words that the patterns find', () => {
  for (let unit = 0; unit < 0x1_00_00; unit += 1) {
    const text = `a${String.fromCharCode(unit)}b`
    assert.deepEqual(wordsByTable(text), wordsByPattern(text))
  }
})
