import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparePages, signPage, type PageSignature } from '../../src/extract/page-signature.ts'
import { readPage } from './support/read.ts'

const texts: readonly { why: string; html: string; words: string }[] = [
  { why: 'blocks part words', html: '<p>One</p><p>two<br>three<td>four', words: 'one two three four' },
  { why: 'inline elements do not', html: '<p>o<b>n</b>e <a href=/>two</a>', words: 'one two' },
  { why: 'no title', html: '<html><title>Title</title><p>one', words: 'one' },
  {
    why: 'no script, style, template',
    html: '<p>one<script>x()</script><style>p{}</style><template><p>x</template>',
    words: 'one',
  },
  { why: 'no comment', html: '<p>one<!-- x --><![CDATA[y]]>', words: 'one' },
  {
    why: 'nothing for browsers without scripts',
    html: '<p>one<noscript>Turn scripts on</noscript><iframe>x</iframe>',
    words: 'one',
  },
  { why: 'no text of drawings', html: '<p>one<svg><title>Icon</title><text>x</text></svg> two', words: 'one two' },
  { why: 'formulas', html: '<p>one<math><mi>x</mi></math>', words: 'one x' },
  { why: 'a drawing that is never closed', html: '<p>one<svg><path><p>two', words: 'one two' },
  { why: 'a template that is never closed', html: '<p>one<template><p>two', words: 'one' },
  { why: 'entities', html: '<p>caf&eacute; &#169; 2&nbsp;x', words: 'café 2 x' },
  { why: 'one spelling of an accent', html: '<p>cafe\u0301', words: 'café' },
  { why: 'capitals and marks', html: '<p>One, TWO! (three)', words: 'one two three' },
  { why: 'Chinese by character', html: '<p>潮汐表2025年', words: '潮 汐 表 2025 年' },
  { why: 'Thai by character, with its vowel signs', html: '<p>กินน้ำ', words: 'กิ น น้ ำ' },
  { why: 'Korean has spaces', html: '<p>물때 표', words: '물때 표' },
  { why: 'an end tag too many', html: '<p>one</template></svg></title> two', words: 'one two' },
]

for (const { why, html, words } of texts) {
  test(`${html} reads: ${words} (${why})`, () => assert.equal(readPage(html).words().join(' '), words))
}

const numbered = (count: number, start = 0): string =>
  Array.from({ length: count }, (_, index) => `w${start + index}`).join(' ')
const sign = (text: string, title: string | null = 'T', lang: string | null = 'en'): PageSignature =>
  signPage(title, lang, text)
const LONG = numbered(400)
const CHINESE = Array.from({ length: 300 }, (_, index) => String.fromCodePoint(0x4e_00 + index * 7)).join('')

const pairs: readonly { why: string; a: PageSignature; b: PageSignature; same: boolean; isThin?: boolean }[] = [
  { why: 'the same', a: sign(LONG), b: sign(LONG), same: true },
  { why: 'a few words changed', a: sign(LONG), b: sign(LONG.replace('w200', 'x')), same: true },
  { why: 'a tenth is new', a: sign(LONG), b: sign(`${LONG} ${numbered(60, 1000)}`), same: false },
  {
    why: 'the same words in another order',
    a: sign(LONG),
    b: sign(LONG.split(' ').toReversed().join(' ')),
    same: false,
  },
  { why: 'another text', a: sign(LONG), b: sign(numbered(400, 1000)), same: false },
  { why: 'another title', a: sign(LONG), b: sign(LONG, 'U'), same: false },
  { why: 'no title on either', a: sign(LONG, null), b: sign(LONG, null), same: true },
  { why: 'no title on one', a: sign(LONG), b: sign(LONG, null), same: false },
  { why: 'another language', a: sign(LONG), b: sign(LONG, 'T', 'de'), same: false },
  { why: 'no language on one', a: sign(LONG), b: sign(LONG, 'T', null), same: true },
  { why: 'en and en-GB', a: sign(LONG), b: sign(LONG, 'T', 'en-GB'), same: true },
  { why: 'en_gb and EN-GB', a: sign(LONG, 'T', 'en_gb'), b: sign(LONG, 'T', 'EN-GB'), same: true },
  { why: 'en-US and en-GB', a: sign(LONG, 'T', 'en-US'), b: sign(LONG, 'T', 'en-GB'), same: false },
  { why: 'en and eng', a: sign(LONG), b: sign(LONG, 'T', 'eng'), same: false },
  { why: '19 words', a: sign(numbered(19)), b: sign(numbered(19)), same: true, isThin: true },
  { why: '20 words', a: sign(numbered(20)), b: sign(numbered(20)), same: true },
  { why: 'three words', a: sign('a b c'), b: sign('a b c'), same: true, isThin: true },
  { why: 'three other words', a: sign('a b c'), b: sign('a b d'), same: false, isThin: true },
  { why: 'nothing at all', a: sign(''), b: sign(''), same: true, isThin: true },
  { why: 'nothing and something', a: sign(''), b: sign(LONG), same: false, isThin: true },
  {
    why: 'Chinese, a character changed',
    a: sign(CHINESE),
    b: sign(CHINESE.replace(/^.{100}./u, (text) => `${text}龜`)),
    same: true,
  },
  { why: 'Chinese, other characters', a: sign(CHINESE), b: sign(CHINESE.split('').toReversed().join('')), same: false },
  {
    why: '30 characters of Chinese are few words',
    a: sign(CHINESE.slice(0, 30)),
    b: sign(CHINESE.slice(0, 30)),
    same: true,
    isThin: true,
  },
]

for (const { why, a, b, same, isThin = false } of pairs) {
  test(`${why}: ${same ? 'the same page' : 'another page'}${isThin ? ', thin' : ''}`, () => {
    const forth = comparePages(a, b)
    assert.deepEqual({ same: forth.same, isThin: forth.isThin }, { same, isThin })
    assert.deepEqual(comparePages(b, a), forth)
    assert.equal(comparePages(a, a).similarity, 1)
  })
}

test('similarity is the share of runs of five words that both have', () => {
  // 6 and 6 runs; the first 3 are shared.
  assert.equal(comparePages(sign(numbered(10)), sign(`${numbered(7)} x y z`)).similarity, 3 / 9)
})

test('a nonce, a token and a date of the server leave the page as it is', () => {
  const page = (nonce: string): string =>
    `<html><head><title>T</title><script nonce="${nonce}">1</script></head><body><!-- ${nonce} --><form><input name=csrf value="${nonce}"></form><p>${LONG}</p></body></html>`
  const { similarity, same } = comparePages(readPage(page('a1')).signature, readPage(page('b2')).signature)
  assert.deepEqual({ similarity, same }, { similarity: 1, same: true })
})
