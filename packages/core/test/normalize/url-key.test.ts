import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { normalize, hashUrl, urlKey } from '../../src/index.ts'
import { urlKey as leanKey } from '../../src/lean.ts'
import { sha256 } from '../../src/normalize/sha256.ts'
import { show } from '@canonist/test-support/show.ts'
import { runs } from '@canonist/test-support/runs.ts'

/** The platform's, over the same conversion to UTF-8: half a surrogate pair is U+FFFD. */
const platformHash = (text: string): string => createHash('sha256').update(text.toWellFormed(), 'utf8').digest('hex')

// FIPS 180-4 and the usual test strings
const KNOWN = [
  { text: '', hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
  { text: 'abc', hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
  {
    text: 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    hash: '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  },
]

describe('the own SHA-256', () => {
  for (const { text, hash } of KNOWN) test(`${show(text)} is ${hash}`, () => assert.equal(sha256(text), hash))

  test('every length around a block of 64 bytes', () => {
    for (let length = 0; length < 200; length++) {
      const text = 'a'.repeat(length)
      assert.equal(sha256(text), platformHash(text), `${length} bytes`)
    }
  })

  test('characters of one to four bytes, and halves of pairs', () => {
    for (const text of [
      '\u007f\u0080\u07ff\u0800\uffff\u{10000}\u{10ffff}',
      '\ud800',
      '\udc00\ud800',
      'a\ud83db',
      '\ud83d\ude00',
    ]) {
      assert.equal(sha256(text), platformHash(text), show(text))
    }
  })

  test('a megabyte', () => {
    const text = 'https://example.com/\u00e9?'.repeat(50_000)
    assert.equal(sha256(text), platformHash(text))
  })

  test('the platform says the same of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) =>
        assert.equal(sha256(text), platformHash(text)),
      ),
      runs(2000),
    )
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff)), (units) => {
        const text = String.fromCharCode(...units)
        assert.equal(sha256(text), platformHash(text))
      }),
      runs(2000),
    )
  })
})

// The first thousand characters are hashed here, the others by the platform.
test('hashUrl is the same hash, computed here or by the platform', () => {
  for (const text of ['', 'abc', '\u00e9', '\ud800', 'a'.repeat(1000), '', 'abc', '\u00e9', '\ud800'])
    assert.equal(hashUrl(text), sha256(text), show(text))
})

describe('urlKey', () => {
  test('is 64 lower-case hex digits: SHA-256 of the normalized URL in UTF-8', () => {
    const input = 'HTTP://Example.com/\u00e9?b&a#c'
    assert.match(urlKey(input), /^[0-9a-f]{64}$/)
    assert.equal(urlKey(input), platformHash(normalize(input)))
    assert.equal(urlKey(input, 'rfc3986'), platformHash(normalize(input, 'rfc3986')))
  })

  test('is the same from the lean entry', () => {
    assert.equal(leanKey('HTTP://Example.com/?b&a'), urlKey('HTTP://Example.com/?b&a'))
  })
})
