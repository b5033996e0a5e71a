import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterByRel, readLinkHeader } from '../../src/extract/link-header.ts'

const URL = 'https://site.example/dir/doc?x=1'

const cases: readonly { why: string; headers: readonly string[]; gives: readonly string[] }[] = [
  { why: 'one link', headers: ['<https://a.example/>; rel="self"'], gives: ['self https://a.example/'] },
  { why: 'a relative target', headers: ['<feed>; rel=self'], gives: ['self https://site.example/dir/feed'] },
  {
    why: 'several in one header',
    headers: ['</a>; rel=prev, </b>; rel=next'],
    gives: ['prev https://site.example/a', 'next https://site.example/b'],
  },
  {
    why: 'several headers',
    headers: ['</a>; rel=prev', '</b>; rel=next'],
    gives: ['prev https://site.example/a', 'next https://site.example/b'],
  },
  {
    why: 'several relations',
    headers: ['</a>; rel="Self  canonical"'],
    gives: ['self,canonical https://site.example/a'],
  },
  { why: 'the first rel counts', headers: ['</a>; rel=self; rel=canonical'], gives: ['self https://site.example/a'] },
  { why: 'a comma in the target', headers: ['</a,b>; rel=self'], gives: ['self https://site.example/a,b'] },
  {
    why: 'commas and semicolons in quotes',
    headers: ['</a>; title="x, </no>; rel=next"; rel=self'],
    gives: ['self https://site.example/a'],
  },
  {
    why: 'an escaped quote',
    headers: [String.raw`</a>; title="\", </no>"; rel=self`],
    gives: ['self https://site.example/a'],
  },
  {
    why: 'odd white space',
    headers: [' </a> ;rel = "self" ,</b>;rel=next '],
    gives: ['self https://site.example/a', 'next https://site.example/b'],
  },
  { why: 'capitals', headers: ['</a>; REL=Self'], gives: ['self https://site.example/a'] },
  { why: 'no relation', headers: ['</a>; type=text/html'], gives: [' https://site.example/a'] },
  { why: 'about another resource', headers: ['</a>; rel=canonical; anchor="/other"'], gives: [] },
  { why: 'about a part of this one', headers: ['</a>; rel=canonical; anchor="#part"'], gives: [] },
  {
    why: 'about this one, in so many words',
    headers: ['</a>; rel=self; anchor="https://SITE.example/dir/doc?x=1"'],
    gives: ['self https://site.example/a'],
  },
  { why: 'a quote that never ends', headers: ['</a>; rel="self'], gives: ['self https://site.example/a'] },
  {
    why: 'rubbish between links',
    headers: ['oops, </a>; rel=self, ; ;, "<no>", </b>; rel=next'],
    gives: ['self https://site.example/a', 'next https://site.example/b'],
  },
  { why: 'a target that never ends', headers: ['</a; rel=self'], gives: [] },
  { why: 'a target that is no URL', headers: ['<http://[>; rel=self'], gives: ['self null'] },
  { why: 'nothing', headers: ['', ',,', ';'], gives: [] },
]

for (const { why, headers, gives } of cases) {
  test(`${headers.join(' | ')} (${why})`, () => {
    const links = readLinkHeader(headers, URL)
    assert.deepEqual(
      links.map(({ rels, url }) => `${rels.join(',')} ${url}`),
      gives,
    )
  })
}

test('hreflang may be given more than once', () => {
  const [link] = readLinkHeader(['</de>; rel=alternate; hreflang=de; hreflang="de-AT"'], URL)
  assert.deepEqual(link?.hreflang, ['de', 'de-AT'])
})

test('an empty target is not a declaration', () => {
  assert.deepEqual(filterByRel(readLinkHeader(['<>; rel=self, < >; rel=self'], URL), 'self'), [])
})

test('a header of a million links is read up to a limit', () => {
  const links = readLinkHeader(
    Array.from({ length: 50 }, () => '</a>; rel=self,'.repeat(20_000)),
    URL,
  )
  assert.equal(links.length, 1000)
})
