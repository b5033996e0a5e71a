import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { quoteAscii, stringifyAscii } from '../../src/text/ascii-json.ts'
import { runs } from '@canonist/test-support/runs.ts'

const cases = [
  { why: 'plain', text: 'https://example.com/?a=1', becomes: '"https://example.com/?a=1"' },
  { why: 'empty', text: '', becomes: '""' },
  { why: 'what JSON escapes', text: 'a"b\\c\n', becomes: '"a\\"b\\\\c\\n"' },
  { why: 'not ASCII', text: 'ñ€', becomes: '"\\u00f1\\u20ac"' },
  { why: 'a pair', text: '🙂', becomes: '"\\ud83d\\ude42"' },
  { why: 'half a pair', text: '\ud83d', becomes: '"\\ud83d"' },
  { why: 'DEL', text: '\u007f', becomes: '"\\u007f"' },
]
for (const { why, text, becomes } of cases)
  test(`${JSON.stringify(text)} -> ${becomes} (${why})`, () => assert.equal(quoteAscii(text), becomes))

test('every text is read back as it was, and is ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = quoteAscii(text)
      assert.match(json, /^[\0-~]*$/)
      assert.equal(JSON.parse(json), text)
      assert.equal(stringifyAscii(text), json)
    }),
    runs(100),
  )
})
