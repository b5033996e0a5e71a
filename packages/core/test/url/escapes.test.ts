import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decodeUnreserved, escapeStrayPercent, upperCaseEscapes } from '../../src/url/escapes.ts'
import { escapeByte } from '@canonist/test-support/escape-byte.ts'
import { show } from '@canonist/test-support/show.ts'
import { runs } from '@canonist/test-support/runs.ts'

interface Row {
  readonly why: string
  readonly input: string
  readonly becomes: string
}

const UPPER: readonly Row[] = [
  { why: 'lower', input: '%c3%b1', becomes: '%C3%B1' },
  { why: 'mixed', input: '%cB%Cb', becomes: '%CB%CB' },
  { why: 'a digit and a letter', input: '%2f%f2', becomes: '%2F%F2' },
  { why: 'nothing but digits', input: '%20', becomes: '%20' },
  { why: 'not escaped', input: 'c3', becomes: 'c3' },
  { why: 'not hex', input: '%cg%gc', becomes: '%cg%gc' },
  { why: 'cut short', input: '%c', becomes: '%c' },
  { why: 'behind a stray %', input: '%%cc', becomes: '%%CC' },
  { why: 'a stray % and a digit in front', input: '%c%cc', becomes: '%c%CC' },
]

const DECODE: readonly Row[] = [
  { why: 'a tilde', input: '%7E', becomes: '~' },
  { why: 'in lower case', input: '%7e%5f%2d', becomes: '~_-' },
  { why: 'a reserved character', input: '%2F', becomes: '%2F' },
  { why: 'an escaped %', input: '%2541', becomes: '%2541' },
  { why: 'octets outside ASCII', input: '%C3%A9', becomes: '%C3%A9' },
  { why: 'between octets outside ASCII', input: '%C3%41%A9', becomes: '%C3A%A9' },
  { why: 'it would complete %5', input: '%5%41', becomes: '%5%41' },
  { why: 'it would complete %5, with a digit', input: '%5%35', becomes: '%5%35' },
  { why: 'it would complete %5, in lower case', input: '%5%61', becomes: '%5%61' },
  { why: 'it would begin an escape', input: '%%41', becomes: '%%41' },
  { why: 'only the first would begin one', input: '%%35%41', becomes: '%%35A' },
  { why: 'a letter that is no hex digit', input: '%%47', becomes: '%G' },
  { why: 'a letter that is no hex digit behind a digit', input: '%5%47', becomes: '%5G' },
  { why: 'two hex digits are an escape, so nothing is stray', input: '%55%41', becomes: 'UA' },
  { why: 'a stray % before a stray %', input: '%%%41', becomes: '%%%41' },
  { why: 'a stray %5 before a stray %5', input: '%5%5%41', becomes: '%5%5%41' },
  { why: 'a stray %5 before a stray %', input: '%5%%41', becomes: '%5%%41' },
  { why: 'a stray % and a letter', input: '%g%41', becomes: '%gA' },
  { why: 'a stray %, a digit and a letter', input: '%5g%41', becomes: '%5gA' },
  { why: 'a stray %, then a reserved escape', input: '%5%2F%41', becomes: '%5%2FA' },
  { why: 'a stray % at the end', input: '%41%', becomes: 'A%' },
  { why: 'a stray %5 at the end', input: '%41%5', becomes: 'A%5' },
  { why: 'a dot behind a stray %', input: '%%2E', becomes: '%.' },
]

const STRAY: readonly Row[] = [
  { why: 'at the end', input: '100%', becomes: '100%25' },
  { why: 'one digit', input: '%5', becomes: '%255' },
  { why: 'not hex', input: '%zz', becomes: '%25zz' },
  { why: 'before an escape', input: '%%41', becomes: '%25%41' },
  { why: 'before a digit and an escape', input: '%5%41', becomes: '%255%41' },
  { why: 'three in a row', input: '%%%', becomes: '%25%25%25' },
  { why: 'an escape', input: '%41', becomes: '%41' },
  { why: 'an escaped %', input: '%25', becomes: '%25' },
]

const TABLES = [
  { name: 'upperCaseEscapes', change: upperCaseEscapes, rows: UPPER },
  { name: 'decodeUnreserved', change: decodeUnreserved, rows: DECODE },
  { name: 'escapeStrayPercent', change: escapeStrayPercent, rows: STRAY },
]

const percents = fc.string({ unit: fc.constantFrom(...Array.from('%%%%0123456789aAbBfFgGzZ~./')), maxLength: 20 })

for (const { name, change, rows } of TABLES) {
  describe(name, () => {
    for (const { why, input, becomes } of rows) {
      test(`${show(input)} -> ${show(becomes)} (${why})`, () => {
        assert.equal(change(input), becomes)
        assert.equal(change(becomes), becomes)
      })
    }

    test('again changes nothing', () => {
      fc.assert(
        fc.property(percents, (text) => assert.equal(change(change(text)), change(text))),
        runs(20_000),
      )
    })
  })
}

test('of all octets exactly the unreserved characters of RFC 3986, 2.3 are decoded', () => {
  for (let byte = 0; byte < 256; byte++) {
    const char = String.fromCharCode(byte)
    const expected = /[A-Za-z0-9\-._~]/.test(char) ? char : escapeByte(byte)
    assert.equal(decodeUnreserved(escapeByte(byte)), expected)
    assert.equal(
      decodeUnreserved(escapeByte(byte).toLowerCase()),
      expected.length === 1 ? char : expected.toLowerCase(),
    )
  }
})

test('upper case first or decoded first: the same comes out', () => {
  fc.assert(
    fc.property(percents, (text) =>
      assert.equal(decodeUnreserved(upperCaseEscapes(text)), upperCaseEscapes(decodeUnreserved(text))),
    ),
    runs(20_000),
  )
})

test('no decoding makes an escape that was not there', () => {
  const countEscapes = (text: string): number => text.match(/%[0-9A-Fa-f]{2}/g)?.length ?? 0
  const countLetters = (text: string): number => text.replace(/%[0-9A-Fa-f]{2}/g, '').length
  fc.assert(
    fc.property(percents, (text) => {
      const decoded = decodeUnreserved(text)
      const fewer = countEscapes(text) - countEscapes(decoded)
      assert.equal(countLetters(decoded) - countLetters(text), fewer)
    }),
    runs(20_000),
  )
})
