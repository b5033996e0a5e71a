import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '../../src/extract/document.ts'
import { decodeText } from '../../src/extract/text/decode-text.ts'

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const utf16 = (text: string): Uint8Array => Buffer.from(text, 'utf16le')
const utf16be = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16()

const cases: readonly { why: string; body: Uint8Array | string; type?: string; holds: string }[] = [
  { why: 'UTF-8 is what is not said', body: '<p>café', holds: '<p>café' },
  { why: 'a byte order mark goes', body: '\uFEFF<p>café', holds: '<p>café' },
  { why: 'a mark beats the header', body: '\uFEFF<p>café', type: 'text/html; charset=iso-8859-1', holds: '<p>café' },
  { why: 'the header', body: latin1('<p>caf\xe9'), type: 'text/html; charset=ISO-8859-1', holds: '<p>café' },
  { why: 'the header, in quotes', body: latin1('<p>caf\xe9'), type: 'text/html;charset="latin1"', holds: '<p>café' },
  {
    why: 'the header beats the document',
    body: '<meta charset=latin1>é',
    type: 'text/html; charset=utf-8',
    holds: '<meta charset=latin1>é',
  },
  { why: 'an unknown label says nothing', body: '<p>é', type: 'text/html; charset=klingon', holds: '<p>é' },
  {
    why: 'behind an unknown label the next hint counts',
    body: latin1('<meta charset=latin1>\xe9'),
    type: 'text/html; charset=x',
    holds: '<meta charset=latin1>é',
  },
  {
    why: 'an XML declaration',
    body: latin1('<?xml version="1.0" encoding="windows-1252"?><rss>\x80'),
    holds: '<?xml version="1.0" encoding="windows-1252"?><rss>€',
  },
  {
    why: 'a meta tag',
    body: latin1('<html><meta charset="iso-8859-15">\xa4'),
    holds: '<html><meta charset="iso-8859-15">€',
  },
  {
    why: 'the old meta tag',
    body: latin1('<meta http-equiv=content-type content="text/html; charset=koi8-r">\xc1'),
    holds: '<meta http-equiv=content-type content="text/html; charset=koi8-r">а',
  },
  {
    why: 'a meta tag in a comment does not count',
    body: '<!-- <meta charset=latin1> --><p>é',
    holds: '<!-- <meta charset=latin1> --><p>é',
  },
  {
    why: 'a meta tag past the first 1024 bytes does not count',
    body: `${' '.repeat(1024)}<meta charset=koi8-r>é`,
    holds: `${' '.repeat(1024)}<meta charset=koi8-r>é`,
  },
  { why: 'two bytes a character, marked', body: utf16('\uFEFF<rss>é'), holds: '<rss>é' },
  { why: 'the other end first, marked', body: utf16be('\uFEFF<rss>é'), holds: '<rss>é' },
  { why: 'two bytes a character, not marked', body: utf16('<rss>é'), holds: '<rss>é' },
  { why: 'the other end first, not marked', body: utf16be('<rss>é'), holds: '<rss>é' },
  {
    why: 'a label of two bytes on text of one',
    body: '<?xml version="1.0" encoding="utf-16"?><rss>é',
    holds: '<?xml version="1.0" encoding="utf-16"?><rss>é',
  },
  {
    why: 'Japanese',
    body: Uint8Array.of(0x3c, 0x70, 0x3e, 0x93, 0xfa),
    type: 'text/html; charset=Shift_JIS',
    holds: '<p>日',
  },
  { why: 'line ends', body: 'a\r\nb\nc\rd', holds: 'a\nb\nc\rd' },
]

for (const { why, body, type, holds } of cases) {
  test(`${why}: ${holds.trim()}`, () => {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
    assert.equal(decodeText(bytes, type === undefined ? {} : { 'content-type': type }).text, holds)
  })
}

const undeclared: readonly { why: string; body: Uint8Array; isCut?: boolean; holds: string }[] = [
  {
    why: 'a page that is no UTF-8 is read as old pages are',
    body: latin1('<html>\x80 caf\xe9'),
    holds: '<html>€ café',
  },
  { why: 'a feed stays UTF-8', body: latin1('<rss>caf\xe9'), holds: '<rss>caf\uFFFD' },
  {
    why: 'a page that was cut inside of a character stays UTF-8',
    body: Buffer.from('<html>กินน้ำ').subarray(0, -1),
    isCut: true,
    holds: '<html>กินน้\uFFFD',
  },
  { why: 'a page that was cut between characters', body: Buffer.from('<html>กินน้ำ'), isCut: true, holds: '<html>กินน้ำ' },
  { why: 'an old page that was cut', body: latin1('<html>\xe9t\xe9'), isCut: true, holds: '<html>été' },
]

for (const { why, body, isCut = false, holds } of undeclared) {
  test(`${why}: ${holds}`, () => {
    assert.equal(readDocument({ url: 'https://site.example/', headers: {}, body, isCut }).text, holds)
  })
}
