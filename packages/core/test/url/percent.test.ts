import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  FRAGMENT_SET,
  PATH_SET,
  QUERY_SET,
  USERINFO_SET,
  lowerAscii,
  percentDecode,
  percentEncode,
} from '../../src/url/percent.ts'
import { escapeByte } from '@canonist/test-support/escape-byte.ts'
import { show } from '@canonist/test-support/show.ts'
import { runs } from '@canonist/test-support/runs.ts'

// https://url.spec.whatwg.org/#percent-encoded-bytes, the printable members of each set for http and https
const SETS = [
  { name: 'fragment', set: FRAGMENT_SET, members: ' "<>`' },
  { name: 'special-query', set: QUERY_SET, members: ' "#<>\'' },
  { name: 'path', set: PATH_SET, members: ' "#<>?^`{}' },
  { name: 'userinfo', set: USERINFO_SET, members: ' "#<>?^`{}/:;=@[\\]|' },
]

const PRINTABLE = Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index))
const CONTROLS = [...Array.from({ length: 0x20 }, (_, index) => String.fromCharCode(index)), '\u007f']

for (const { name, set, members } of SETS) {
  describe(`the ${name} percent-encode set`, () => {
    test(`has exactly ${members} of what can be printed`, () => {
      const encoded = PRINTABLE.filter((char) => percentEncode(char, set) !== char)
      assert.deepEqual(encoded, Array.from(members).toSorted())
    })

    test('has every control character', () => {
      for (const char of CONTROLS) assert.equal(percentEncode(char, set), escapeByte(char.charCodeAt(0)))
    })

    test('has everything outside ASCII, written as UTF-8', () => {
      for (const char of [
        '\u0080',
        '\u00e9',
        '\u07ff',
        '\u0800',
        '\u20ac',
        '\uffff',
        '\u{10000}',
        '\u{1f600}',
        '\u{10ffff}',
      ])
        assert.equal(percentEncode(char, set), encodeURIComponent(char))
    })

    test('leaves escapes and stray % as they are', () => assert.equal(percentEncode('%41%zz%', set), '%41%zz%'))

    test('encoding again changes nothing', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (text) => {
          const once = percentEncode(text, set)
          assert.equal(percentEncode(once, set), once)
          assert.match(once, /^[\x21-\x7e]*$/)
        }),
        runs(100),
      )
    })
  })
}

const DECODED = [
  { why: 'ASCII', input: '%41b', becomes: 'Ab' },
  { why: 'UTF-8', input: 'caf%C3%A9', becomes: 'caf\u00e9' },
  { why: 'in lower case', input: '%c3%a9', becomes: '\u00e9' },
  { why: 'once', input: '%2541', becomes: '%41' },
  { why: 'a stray % is itself', input: '%zz%41%', becomes: '%zzA%' },
  { why: 'octets that are not UTF-8 leave all as it is', input: '%41%E9', becomes: '%41%E9' },
  { why: 'an overlong form is not UTF-8', input: '%C0%80', becomes: '%C0%80' },
  { why: 'a surrogate is not UTF-8', input: '%ED%A0%80', becomes: '%ED%A0%80' },
  { why: 'a plus is a plus', input: 'a+b', becomes: 'a+b' },
  { why: 'nothing', input: '', becomes: '' },
]
for (const { why, input, becomes } of DECODED) {
  test(`percentDecode ${show(input)} -> ${show(becomes)} (${why})`, () => assert.equal(percentDecode(input), becomes))
}

const LOWERED = [
  { why: 'ASCII', input: 'ABC', becomes: 'abc' },
  { why: 'only ASCII', input: 'A\u00c9\u0130', becomes: 'a\u00c9\u0130' },
  { why: 'not the Kelvin sign', input: 'K\u212a', becomes: 'k\u212a' },
]
for (const { why, input, becomes } of LOWERED) {
  test(`lowerAscii ${show(input)} -> ${show(becomes)} (${why})`, () => assert.equal(lowerAscii(input), becomes))
}
