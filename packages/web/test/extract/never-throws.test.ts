import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FEED, WRITERS } from './support/feeds.ts'
import { readAll } from './support/read-all.ts'
import { runs } from '@canonist/test-support/runs.ts'

const PAGE =
  '<!doctype html><html lang="en"><head><base href="/b/"><title>T &amp; U</title><link rel="canonical" href="c"><meta property="og:url" content="/o"><link rel="alternate" hreflang="de" href="/de"><meta http-equiv="refresh" content="5; url=/r"></head><body><nav>n</nav><svg><title>s</title></svg><p>Words 漢字 <a rel="next" href="?p=2">next</a></p><script>x</script><template>y</template></body></html>'

const DOCUMENTS = [
  PAGE,
  ...Object.values(WRITERS).map((write) => write(FEED, '<atom:link rel="self" href="f" xml:base="/x/"/>')),
]

const FRAGMENTS = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '&#',
  ';',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '</',
  '/>',
  '\0',
  '\uFEFF',
  '<svg>',
  '<title>',
  '<item>',
  '<rss>',
  'xmlns:a=',
  '{',
  '}',
  '[',
  ',',
]

const url = fc.oneof(fc.webUrl(), fc.string(), fc.constant(''))
const headerText = fc.oneof(fc.string(), fc.stringMatching(/^[<>;,="\\ relsf/]{0,40}$/))
const headers = fc.record({
  link: fc.oneof(headerText, fc.array(headerText, { maxLength: 3 })),
  'content-type': fc.oneof(
    headerText,
    fc.constantFrom('utf-16', 'utf-16be', 'latin1', 'gbk', 'x').map((label) => `text/html; charset=${label}`),
  ),
})

/** A document with parts cut out and other things put in. */
const mutated = fc
  .tuple(
    fc.constantFrom(...DOCUMENTS),
    fc.array(fc.tuple(fc.nat(), fc.nat(8), fc.constantFrom('', ...FRAGMENTS)), { maxLength: 12 }),
  )
  .map(([document, edits]) =>
    edits.reduce((text, [at, length, put]) => {
      const place = at % (text.length + 1)
      return text.slice(0, place) + put + text.slice(place + length)
    }, document),
  )

const bodies: Readonly<Record<string, fc.Arbitrary<Uint8Array>>> = {
  'random bytes': fc.uint8Array({ maxLength: 400 }),
  'random text': fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
  'fragments of markup': fc
    .array(fc.constantFrom(...FRAGMENTS, 'a', ' '), { maxLength: 60 })
    .map((parts) => Buffer.from(parts.join(''))),
  'damaged documents': mutated.map((text) => Buffer.from(text)),
  'damaged documents in two-byte characters': mutated.map((text) => Buffer.from(text, 'utf16le')),
}

for (const [what, body] of Object.entries(bodies)) {
  test(`${what} throw nothing, and give the same answer twice`, () => {
    const raw = fc.record({ url, headers, body, isCut: fc.boolean() })
    fc.assert(
      fc.property(raw, (document) => assert.deepEqual(readAll(document), readAll(document))),
      runs(400),
    )
  })
}

test('headers of any name throw nothing', () => {
  const body = new TextEncoder().encode(PAGE)
  const odd = JSON.parse('{"__proto__":"x","constructor":"y","link":[]}')
  assert.equal(readAll({ url: 'https://site.example/', headers: odd, body }).kind, 'page')
})

test('a body beyond what is read is cut', () => {
  const document = readAll({ url: 'https://site.example/', headers: {}, body: new Uint8Array(70_000_000) })
  assert.deepEqual([document.kind, document.isCut], ['other', true])
})
