import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFeed } from './support/read.ts'

const ATOM = 'http://www.w3.org/2005/Atom'
const rss = (inside: string, attributes = `xmlns:atom="${ATOM}"`): string =>
  `<rss version="2.0" ${attributes}><channel><title>A</title>${inside}</channel></rss>`
const atom = (inside: string, attributes = ''): string =>
  `<feed xmlns="${ATOM}" ${attributes}><title>A</title>${inside}</feed>`

const cases: readonly { why: string; body: string; link?: string; selfs: readonly string[] }[] = [
  { why: 'in RSS', body: rss('<atom:link rel="self" href="https://a.example/f"/>'), selfs: ['https://a.example/f'] },
  {
    why: 'under another prefix',
    body: rss('<atom10:link rel="self" href="/f"/>', `xmlns:atom10="${ATOM}"`),
    selfs: ['https://site.example/f'],
  },
  {
    why: 'under any prefix',
    body: rss('<zz:link rel="self" href="/f"/>', `xmlns:zz="${ATOM}"`),
    selfs: ['https://site.example/f'],
  },
  {
    why: 'with the namespace on the spot',
    body: rss(`<link xmlns="${ATOM}" rel="self" href="/f"/>`),
    selfs: ['https://site.example/f'],
  },
  {
    why: 'the prefix was never bound',
    body: rss('<atom:link rel="self" href="/f"/>', ''),
    selfs: ['https://site.example/f'],
  },
  {
    why: 'the prefix is bound to something else',
    body: rss('<atom:link rel="self" href="/f"/>', 'xmlns:atom="https://physics.example/"'),
    selfs: [],
  },
  {
    why: 'a binding ends with its element',
    body: rss('<x xmlns:atom="https://physics.example/"/><atom:link rel="self" href="/f"/>'),
    selfs: ['https://site.example/f'],
  },
  {
    why: 'RSS has no such link of its own',
    body: rss('<link rel="self" href="/f">https://a.example/</link>'),
    selfs: [],
  },
  { why: 'in Atom', body: atom('<link rel="self" href="https://a.example/f"/>'), selfs: ['https://a.example/f'] },
  {
    why: 'Atom by prefix',
    body: `<a:feed xmlns:a="${ATOM}"><a:link rel="self" href="/f"/></a:feed>`,
    selfs: ['https://site.example/f'],
  },
  {
    why: 'rel as an address',
    body: atom('<link rel="http://www.iana.org/assignments/relation/self" href="/f"/>'),
    selfs: ['https://site.example/f'],
  },
  {
    why: 'rel in capitals, among others',
    body: atom('<link rel="via SELF" href="/f"/>'),
    selfs: ['https://site.example/f'],
  },
  {
    why: 'other relations',
    body: atom('<link href="/"/><link rel="hub" href="/h"/><link rel="next" href="/n"/>'),
    selfs: [],
  },
  {
    why: 'an entry has its own',
    body: atom('<entry><id>1</id><link rel="self" href="/e"/></entry><link rel="self" href="/f"/>'),
    selfs: ['https://site.example/f'],
  },
  {
    why: 'a source has its own',
    body: atom('<entry><source><link rel="self" href="/s"/></source></entry>'),
    selfs: [],
  },
  { why: 'an item has its own', body: rss('<item><atom:link rel="self" href="/i"/></item>'), selfs: [] },
  {
    why: 'quoted in a description',
    body: rss('<description><![CDATA[<atom:link rel="self" href="/f"/>]]></description>'),
    selfs: [],
  },
  {
    why: 'several, in order',
    body: rss('<atom:link rel="self" href="/a"/><atom:link rel="self" href="/b"/>'),
    selfs: ['https://site.example/a', 'https://site.example/b'],
  },
  {
    why: 'the same twice',
    body: rss('<atom:link rel="self" href="/a"/><atom:link rel="self" href="https://site.example/a"/>'),
    selfs: ['https://site.example/a'],
  },
  {
    why: 'the header comes first',
    link: '</h>; rel=self',
    body: rss('<atom:link rel="self" href="/a"/>'),
    selfs: ['https://site.example/h', 'https://site.example/a'],
  },
  {
    why: 'relative to the response',
    body: atom('<link rel="self" href="f?x=1&amp;y=2"/>'),
    selfs: ['https://site.example/dir/f?x=1&y=2'],
  },
  {
    why: 'an & that was not escaped',
    body: atom('<link rel="self" href="f?x=1&y=2"/>'),
    selfs: ['https://site.example/dir/f?x=1&y=2'],
  },
  {
    why: 'xml:base',
    body: atom('<link rel="self" href="f"/>', 'xml:base="https://b.example/x/"'),
    selfs: ['https://b.example/x/f'],
  },
  {
    why: 'xml:base inside of xml:base',
    body: atom('<link rel="self" href="f" xml:base="y/"/>', 'xml:base="https://b.example/x/"'),
    selfs: ['https://b.example/x/y/f'],
  },
  {
    why: 'a relative xml:base',
    body: atom('<link rel="self" href="f"/>', 'xml:base="/x/"'),
    selfs: ['https://site.example/x/f'],
  },
  {
    why: 'an xml:base beside it',
    body: atom('<title xml:base="https://b.example/"/><link rel="self" href="f"/>'),
    selfs: ['https://site.example/dir/f'],
  },
  {
    why: 'an xml:base that is no URL',
    body: atom('<link rel="self" href="f"/>', 'xml:base="http://["'),
    selfs: ['https://site.example/dir/f'],
  },
  {
    why: 'an empty href',
    body: atom('<link rel="self" href=""/><link rel="self" href="  "/><link rel="self"/>'),
    selfs: [],
  },
  { why: 'white space around it', body: atom('<link rel="self" href=" /f&#10;"/>'), selfs: ['https://site.example/f'] },
  { why: 'not a URL', body: atom('<link rel="self" href="http://["/>'), selfs: ['not a URL: http://['] },
  {
    why: 'schemes of feed readers stay',
    body: atom('<link rel="self" href="feed://a.example/f"/>'),
    selfs: ['feed://a.example/f'],
  },
  {
    why: 'in RDF',
    body: `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:atom="${ATOM}"><channel><atom:link rel="self" href="/f"/></channel></rdf:RDF>`,
    selfs: ['https://site.example/f'],
  },
  {
    why: 'in JSON',
    body: '{"version":"https://jsonfeed.org/version/1","feed_url":"/f.json"}',
    selfs: ['https://site.example/f.json'],
  },
  {
    why: 'in torn JSON',
    body: String.raw`{"version":"https://jsonfeed.org/version/1","feed_url":"https:\/\/a.example\/f","items":[`,
    selfs: ['https://a.example/f'],
  },
  { why: 'JSON of a wrong type', body: '{"version":"https://jsonfeed.org/version/1","feed_url":["/f"]}', selfs: [] },
  {
    why: 'a torn feed',
    body: `<feed xmlns="${ATOM}"><link rel="self" href="/f"/><entry><title>A`,
    selfs: ['https://site.example/f'],
  },
  {
    why: 'a wild & and wrong end tags',
    body: rss('</b><description>A & B < C</i></description></p><atom:link rel="self" href="/f"/>'),
    selfs: ['https://site.example/f'],
  },
  {
    why: 'after an item that was never closed',
    body: rss('<item><title>x</title></channel><atom:link rel="self" href="/f"/>'),
    selfs: ['https://site.example/f'],
  },
]

for (const { why, body, link, selfs } of cases) {
  test(`${body} (${why})`, () => {
    const feed = readFeed(body, link === undefined ? {} : { link })
    assert.deepEqual(
      feed.selfs.map(({ raw, url }) => url ?? `not a URL: ${raw}`),
      selfs,
    )
  })
}

test('a response without a URL still has absolute selfs', () => {
  const feed = readFeed(atom('<link rel="self" href="https://a.example/f"/><link rel="self" href="/g"/>'), {}, '')
  assert.deepEqual(feed.selfs, [
    { raw: 'https://a.example/f', url: 'https://a.example/f' },
    { raw: '/g', url: null },
  ])
})

const generators: readonly { body: string; generator: string | null }[] = [
  { body: rss('<generator>https://wordpress.org/?v=6.4</generator>'), generator: 'https://wordpress.org/?v=6.4' },
  {
    body: atom('<generator uri="http://www.blogger.com" version="7.00">Blogger</generator>'),
    generator: 'Blogger http://www.blogger.com',
  },
  {
    body: rss(
      '<admin:generatorAgent rdf:resource="https://tool.example/?v=1"/>',
      'xmlns:admin="http://webns.net/mvcb/"',
    ),
    generator: 'https://tool.example/?v=1',
  },
  { body: rss('<item><generator>no</generator></item>'), generator: null },
  {
    body: rss('<itunes:generator xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">no</itunes:generator>'),
    generator: null,
  },
]

for (const { body, generator } of generators) {
  test(`${body} was made by ${generator}`, () => assert.equal(readFeed(body).generator, generator))
}

test('an xml:base is ignored where 32 others are open', () => {
  const nested = '<feed xml:base="a/">'.repeat(40)
  const body = `<feed xmlns="http://www.w3.org/2005/Atom">${nested}<link rel="self" href="x"/>`
  assert.deepEqual(
    readFeed(body, {}, 'https://site.example/').selfs.map(({ url }) => url),
    [`https://site.example/${'a/'.repeat(32)}x`],
  )
})

test('of a hundred self links that declare nothing, none makes room for another', () => {
  const body = `<feed xmlns="http://www.w3.org/2005/Atom">${'<link rel="self" href=""/>'.repeat(100)}<link rel="self" href="x"/>`
  assert.deepEqual(readFeed(body).selfs, [])
})
