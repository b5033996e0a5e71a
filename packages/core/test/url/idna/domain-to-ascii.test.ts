import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainToAscii } from '../../../src/url/idna/index.ts'
import { platformToAscii, tr46ToAscii } from './oracles.ts'

type Row = { readonly why: string; readonly domain: string; readonly becomes: string | null }

const ASCII: readonly Row[] = [
  { why: 'a small ASCII domain stays', domain: 'www.example.com', becomes: 'www.example.com' },
  { why: 'capitals become small', domain: 'WWW.Example.COM', becomes: 'www.example.com' },
  { why: 'hyphens may stand anywhere', domain: '-a--b-.example', becomes: '-a--b-.example' },
  { why: 'an underscore is no STD3 matter here', domain: '_dmarc.example', becomes: '_dmarc.example' },
  { why: 'the root dot stays', domain: 'example.com.', becomes: 'example.com.' },
  { why: 'empty labels stay', domain: 'a..b', becomes: 'a..b' },
]

const MAPPING: readonly Row[] = [
  { why: 'a letter outside ASCII becomes Punycode', domain: 'b\u00fccher.example', becomes: 'xn--bcher-kva.example' },
  { why: 'a capital maps first', domain: 'B\u00dcCHER.example', becomes: 'xn--bcher-kva.example' },
  {
    why: 'capital and small alternate in Latin Extended-A',
    domain: '\u0100\u0101.example',
    becomes: 'xn--ydaa.example',
  },
  { why: 'letter and loose accent compose', domain: 'bu\u0308cher.example', becomes: 'xn--bcher-kva.example' },
  { why: 'the other labels stay', domain: 'WWW.b\u00fccher.Example', becomes: 'www.xn--bcher-kva.example' },
  { why: 'full-width letters are ASCII', domain: '\uff25\uff38.example', becomes: 'ex.example' },
  { why: 'the ideographic full stop parts labels', domain: 'a\u3002b\uff0ec\uff61d', becomes: 'a.b.c.d' },
  { why: 'a soft hyphen goes', domain: 'exam\u00adple.com', becomes: 'example.com' },
  { why: 'sharp s is not ss', domain: 'fa\u00df.example', becomes: 'xn--fa-hia.example' },
  { why: 'capital sharp s is the small one', domain: 'FA\u1e9e.example', becomes: 'xn--fa-hia.example' },
  { why: 'final sigma is not sigma', domain: '\u03c2.example', becomes: 'xn--3xa.example' },
  { why: 'one character may become four', domain: '\u33ff.example', becomes: 'gal.example' },
  { why: 'a compatibility ideograph is its twin', domain: '\u{2f800}.example', becomes: 'xn--viq.example' },
  { why: 'a mathematical letter is a letter', domain: '\u{1d400}bc.example', becomes: 'abc.example' },
  { why: 'U+04C0 has had a small letter since Unicode 16', domain: '\u04c0.example', becomes: 'xn--s5a.example' },
  { why: 'an emoji is valid', domain: '\u{1f4a9}.example', becomes: 'xn--ls8h.example' },
  { why: 'a mapped space is left to the host parser', domain: '\u00e9\u00a0', becomes: 'xn-- -9fa' },
  { why: 'U+FFFD is disallowed', domain: '\ufffd.example', becomes: null },
  { why: 'a lone surrogate is disallowed', domain: 'a\ud800.example', becomes: null },
  { why: 'an unassigned code point is disallowed', domain: '\u0378.example', becomes: null },
  { why: 'a private-use code point is disallowed', domain: '\ue000.example', becomes: null },
  { why: 'nothing is left', domain: '\u00ad', becomes: null },
  { why: 'nothing was there', domain: '', becomes: null },
]

const VALIDITY: readonly Row[] = [
  { why: 'no mark at the start', domain: '\u0301a.example', becomes: null },
  { why: 'nor at the start of a later label', domain: 'a.\u093e.example', becomes: null },
  { why: 'a mark that composes away is none', domain: 'e\u0301.example', becomes: 'xn--9ca.example' },
  { why: 'ZWJ after a virama', domain: '\u0915\u094d\u200d\u0937.example', becomes: 'xn--11b2ezcw70k.example' },
  { why: 'ZWJ after anything else', domain: 'a\u200db.example', becomes: null },
  { why: 'ZWJ at the start', domain: '\u200da.example', becomes: null },
  { why: 'ZWNJ after a virama', domain: '\u0915\u094d\u200c\u0937.example', becomes: 'xn--11b2ezcs70k.example' },
  {
    why: 'ZWNJ between letters that join',
    domain: '\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example',
    becomes: 'xn--mgba3gch31f060k.example',
  },
  {
    why: 'ZWNJ with a transparent mark between',
    domain: '\u0628\u064b\u200c\u0628.example',
    becomes: 'xn--ngba8ho06i.example',
  },
  { why: 'ZWNJ between letters that do not join', domain: 'a\u200cb.example', becomes: null },
  { why: 'ZWNJ at the end', domain: '\u0628\u200c.example', becomes: null },
]

const BIDI: readonly Row[] = [
  { why: 'a right-to-left label', domain: '\u05d0\u05d1.example', becomes: 'xn--4dbc.example' },
  { why: 'digits may end it', domain: '\u05d01.example', becomes: 'xn--1-zhc.example' },
  { why: 'digits may not start it', domain: '1\u05d0.example', becomes: null },
  { why: 'marks may follow its end', domain: '\u05d0\u05b7.example', becomes: 'xn--fdb3c.example' },
  { why: 'a hyphen may not end it', domain: '\u05d0-.example', becomes: null },
  { why: 'no left-to-right letter inside', domain: '\u05d0a\u05d1.example', becomes: null },
  { why: 'no right-to-left letter in a left-to-right label', domain: 'a\u05d0b.example', becomes: null },
  { why: 'European and Arabic digits do not mix', domain: '\u05d01\u0661.example', becomes: null },
  { why: 'Arabic digits alone need a letter before them', domain: '\u0661.example', becomes: null },
]

const ACE: readonly Row[] = [
  { why: 'an xn-- label beside a non-ASCII one is checked', domain: '\u00e9.xn--9ca', becomes: 'xn--9ca.xn--9ca' },
  { why: 'in capitals too', domain: '\u00e9.XN--9CA', becomes: 'xn--9ca.xn--9ca' },
  { why: 'the prefix may come from mapping', domain: '\uff38\uff2e--9ca', becomes: 'xn--9ca' },
  { why: 'it must decode', domain: '\u00e9.xn--a', becomes: null },
  { why: 'it must not be empty', domain: '\u00e9.xn--', becomes: null },
  { why: 'it must not decode to ASCII', domain: '\u00e9.xn--abc-', becomes: null },
  { why: 'it must hold ASCII only', domain: 'xn--\u00e9', becomes: null },
  { why: 'it must not hide another xn--', domain: '\u00e9.xn--xn---epa', becomes: null },
  { why: 'it must decode to what mapping would leave', domain: '\u00e9.xn--8i7caa', becomes: null },
  { why: 'it must decode to NFC', domain: '\u00e9.xn--u-ccb', becomes: null },
  { why: 'it must not decode beyond Unicode', domain: '\u00e9.xn--99999999', becomes: null },
  { why: 'its right-to-left letters count', domain: '\u00e9.xn--a-zhc', becomes: null },
]

/** Where tr46 keeps to the letter of UTS #46 and RFC 3492 and we to the URL standard of today or to the platform. */
const TR46_DIFFERS: readonly (Row & { readonly tr46: string | null })[] = [
  {
    why: 'since 2026 the URL standard passes every ASCII domain, for the web depends on it (whatwg/url pull 914)',
    domain: 'XN--a.example',
    becomes: 'xn--a.example',
    tr46: null,
  },
  {
    why: 'a right-to-left label does not bind the labels beside it (whatwg/url issue 543)',
    domain: '0\u00e0.\u05d0',
    becomes: 'xn--0-sfa.xn--4db',
    tr46: null,
  },
  {
    why: 'an ASCII label beside a right-to-left one may start with a digit, for the same reason',
    domain: '1a.\u05d0',
    becomes: '1a.xn--4db',
    tr46: null,
  },
  {
    why: 'a Punycode delimiter with nothing before it is skipped',
    domain: '\u00e9.xn---9ca',
    becomes: 'xn--9ca.xn---9ca',
    tr46: null,
  },
]

for (const { why, domain, becomes } of [...ASCII, ...MAPPING, ...VALIDITY, ...BIDI, ...ACE]) {
  test(`${show(domain)} -> ${becomes} (${why})`, () => {
    assert.equal(domainToAscii(domain), becomes)
    assert.equal(tr46ToAscii(domain) || null, becomes)
    if (becomes !== null && !becomes.includes(' ')) assertStable(becomes)
  })
}

for (const { why, domain, becomes, tr46 } of TR46_DIFFERS) {
  test(`${show(domain)} -> ${becomes}, but ${tr46} by tr46 (${why})`, () => {
    assert.equal(domainToAscii(domain), becomes)
    assert.equal(platformToAscii(domain), becomes)
    assert.equal(tr46ToAscii(domain), tr46)
  })
}

test('a second ZWNJ needs letters that join around it, not around the first (RFC 5892 A.1); tr46 errs', () => {
  const domain = '\u0645\u094d\u200c\u0648\u200c\u0648'
  assert.equal(domainToAscii(domain), null)
  assert.equal(tr46ToAscii(domain), 'xn--hhbga402a472bba')
})

function assertStable(ascii: string): void {
  assert.equal(domainToAscii(ascii), ascii)
  assert.equal(platformToAscii(ascii), ascii)
}

/** Names of tests stay readable in any terminal. */
function show(domain: string): string {
  return JSON.stringify(domain).replace(/[^ -~]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}
