import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from './support/read.ts'

const page = (head: string, body = '<p>Hello</p>'): string =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`
const CANONICAL = '<link rel="canonical" href="/c">'
const C = 'https://site.example/c'

const canonicals: readonly { why: string; html: string; link?: string; gives: readonly string[] }[] = [
  { why: 'in the head', html: page(CANONICAL), gives: [C] },
  { why: 'in the header', html: page(''), link: '</h>; rel="canonical"', gives: ['https://site.example/h'] },
  { why: 'in both, the same', html: page(CANONICAL), link: '</c>; rel=canonical', gives: [C] },
  {
    why: 'two that differ',
    html: page(`${CANONICAL}<link rel="canonical" href="/d">`),
    gives: [C, 'https://site.example/d'],
  },
  {
    why: 'two that do not',
    html: page(`${CANONICAL}<link rel="canonical" href="https://SITE.example/c">`),
    gives: [C],
  },
  { why: 'capitals, no quotes', html: page('<LINK REL=Canonical HREF=/c>'), gives: [C] },
  { why: 'among other relations', html: page('<link rel="shortlink canonical" href="/c">'), gives: [C] },
  { why: 'entities', html: page('<link rel="canonical" href="/c?a=1&amp;b=2">'), gives: [`${C}?a=1&b=2`] },
  {
    why: 'an & that was not escaped',
    html: page('<link rel="canonical" href="/c?a=1&copy=2">'),
    gives: [`${C}?a=1&copy=2`],
  },
  {
    why: 'a base',
    html: page('<base href="https://b.example/x/"><link rel="canonical" href="c">'),
    gives: ['https://b.example/x/c'],
  },
  {
    why: 'a base that comes after',
    html: page('<link rel="canonical" href="c"><base href="https://b.example/x/">'),
    gives: ['https://b.example/x/c'],
  },
  {
    why: 'the first base with an href',
    html: page('<base target=_top><base href="/x/"><base href="/y/"><link rel="canonical" href="c">'),
    gives: ['https://site.example/x/c'],
  },
  {
    why: 'a base of data',
    html: page('<base href="data:text/html,x"><link rel="canonical" href="c">'),
    gives: ['https://site.example/dir/c'],
  },
  {
    why: 'an empty href',
    html: page('<link rel="canonical" href=""><link rel="canonical" href=" "><link rel="canonical">'),
    gives: [],
  },
  { why: 'not a URL', html: page('<link rel="canonical" href="http://[">'), gives: ['not a URL: http://['] },
  { why: 'in the body', html: page('', CANONICAL), gives: [] },
  { why: 'after a tag that begins the body', html: page(`<div></div>${CANONICAL}`), gives: [] },
  { why: 'after text that begins the body', html: page(`oops${CANONICAL}`), gives: [] },
  { why: 'between head and body', html: `<html><head></head>${CANONICAL}<body>`, gives: [C] },
  { why: 'without any head', html: `<title>A</title>${CANONICAL}<p>Hello`, gives: [C] },
  {
    why: 'after a picture for browsers without scripts',
    html: page(`<noscript><img src=/p></noscript>${CANONICAL}`),
    gives: [C],
  },
  { why: 'for browsers without scripts', html: page(`<noscript>${CANONICAL}</noscript>`), gives: [] },
  { why: 'in a comment', html: page(`<!-- ${CANONICAL} -->`), gives: [] },
  { why: 'in a script', html: page(`<script>"${CANONICAL}"</script>`), gives: [] },
  { why: 'in a template', html: page(`<template><template></template>${CANONICAL}</template>`), gives: [] },
  { why: 'in a title', html: page(`<title>${CANONICAL}</title>`), gives: [] },
  { why: 'in an attribute', html: page(`<meta content='${CANONICAL}'>`), gives: [] },
]

for (const { why, html, link, gives } of canonicals) {
  test(`${html} (${why})`, () => {
    const { canonicals } = readPage(html, link === undefined ? {} : { link })
    assert.deepEqual(
      canonicals.map(({ raw, url }) => url ?? `not a URL: ${raw}`),
      gives,
    )
  })
}

const facts: readonly { why: string; html: string; link?: string; has: Readonly<Record<string, unknown>> }[] = [
  { why: 'a title', html: page('<title> Salt &amp;\n sea </title>'), has: { title: 'Salt & sea' } },
  { why: 'an empty title', html: page('<title> </title>'), has: { title: null } },
  { why: 'the first title', html: page('<title>A</title><title>B</title>'), has: { title: 'A' } },
  {
    why: 'not the title of a drawing',
    html: '<html><body><svg><title/><title>Icon</title></svg><p>Hello',
    has: { title: null },
  },
  { why: 'a language', html: '<html lang=" en-GB "><p>x', has: { lang: 'en-GB' } },
  { why: 'a language of XML', html: '<html xml:lang="de"><p>x', has: { lang: 'de' } },
  { why: 'no language', html: '<html lang=""><p lang="fr">x', has: { lang: null } },
  {
    why: 'og:url',
    html: page('<meta property="og:url" content="/o">'),
    has: { ogUrl: { raw: '/o', url: 'https://site.example/o' } },
  },
  {
    why: 'og:url under name',
    html: page('<meta name="OG:URL" content="/o">'),
    has: { ogUrl: { raw: '/o', url: 'https://site.example/o' } },
  },
  { why: 'an empty og:url', html: page('<meta property="og:url" content="">'), has: { ogUrl: null } },
  { why: 'og:url in the body', html: page('', '<meta property="og:url" content="/o">'), has: { ogUrl: null } },
  {
    why: 'hreflang of header and head',
    link: '</fr>; rel=alternate; hreflang=fr',
    html: page(
      '<link rel="alternate" hreflang="de" href="/de"><link rel="alternate" href="/feed"><link rel="alternate" hreflang="x-default" href="/">',
    ),
    has: {
      hreflang: [
        { lang: 'fr', url: 'https://site.example/fr' },
        { lang: 'de', url: 'https://site.example/de' },
        { lang: 'x-default', url: 'https://site.example/' },
      ],
    },
  },
  {
    why: 'prev and next',
    html: page('<link rel=prev href="?p=1"><link rel=next href="?p=3">'),
    has: { prev: 'https://site.example/dir/doc?p=1', next: 'https://site.example/dir/doc?p=3' },
  },
  {
    why: 'next on an anchor',
    html: page('', '<a rel="nofollow next" href="?p=3">on</a>'),
    has: { prev: null, next: 'https://site.example/dir/doc?p=3' },
  },
  {
    why: 'next in the header',
    html: page('<link rel=next href="/no">'),
    link: '</3>; rel=next',
    has: { next: 'https://site.example/3' },
  },
  {
    why: 'generators',
    html: page('<meta name="generator" content="Press 7"><meta name=Generator content="Shop 2">'),
    has: { generator: 'Press 7; Shop 2' },
  },
  { why: 'no generator', html: page(''), has: { generator: null } },
  {
    why: 'a refresh',
    html: page('<meta http-equiv="Refresh" content="0; URL=\'/r\'">'),
    has: { metaRefresh: { seconds: 0, to: { raw: '/r', url: 'https://site.example/r' } } },
  },
  {
    why: 'a refresh of itself',
    html: page('<meta http-equiv="refresh" content="30">'),
    has: { metaRefresh: { seconds: 30, to: null } },
  },
  {
    why: 'a refresh that says nothing',
    html: page('<meta http-equiv="refresh" content="soon">'),
    has: { metaRefresh: null },
  },
  {
    why: 'links',
    html: page(
      '',
      '<a href="?p=2">2</a><a href="#top">up</a><a href="mailto:a@b.example">m</a><a href="javascript:x()">j</a><area href="/area"><a href="?p=2">2</a><a>no</a><a href="http://[">no</a>',
    ),
    has: { pageLinks: ['https://site.example/dir/doc?p=2', 'https://site.example/area'] },
  },
]

for (const { why, html, link, has } of facts) {
  test(`${html} (${why})`, () => {
    const document = readPage(html, link === undefined ? {} : { link })
    const found = Object.fromEntries(Object.keys(has).map((name) => [name, document[name as keyof typeof document]]))
    assert.deepEqual(found, has)
  })
}

test('of a million links the first 10,000 are kept', () => {
  const html = page('', Array.from({ length: 50_000 }, (_, index) => `<a href="/${index}">x</a>`).join(''))
  const { pageLinks } = readPage(html)
  assert.equal(pageLinks.length, 10_000)
  assert.equal(pageLinks.at(-1), 'https://site.example/9999')
})

const ANCHORED = page(
  '<meta id="in-head">',
  '<h2 id="a">A</h2><a name="b">B</a><p name="no">C</p><i id="">D</i><script id="no">1</script>',
)

test('a fragment may lead to an id, or to the name of an anchor', () => {
  assert.deepEqual([...readPage(ANCHORED).anchors], ['in-head', 'a', 'b'])
})

test('the main text is the text outside navigation, header and footer, as it is written', () => {
  const html = page('', '<nav>Home</nav><main>Until 3 May: 1.200 €</main><footer>Imprint</footer>')
  assert.equal(readPage(html).mainText().trim(), 'Until 3 May: 1.200 €')
})

test('links that a base makes longer than any server accepts are left out', () => {
  const html = page(
    `<base href="https://b.example/${'ü'.repeat(1300)}/">`,
    `<a href="${'x'.repeat(600)}">a</a><a href="y">b</a>`,
  )
  const { pageLinks } = readPage(html)
  assert.deepEqual(pageLinks, [`https://b.example/${'%C3%BC'.repeat(1300)}/y`])
})
