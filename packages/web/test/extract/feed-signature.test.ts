import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readDocument } from '../../src/extract/document.ts'
import { foldLink } from '../../src/extract/feed/feed-signature.ts'
import { FEED, WRITERS, writeAtom, writeRss, type FeedParts } from './support/feeds.ts'
import { readFeed } from './support/read.ts'
import { runs } from '@canonist/test-support/runs.ts'

const readDigest = (body: string): string | undefined => readFeed(body).signature?.digest

const volatileRss = [
  '<lastBuildDate>Tue, 01 Jul 2025 10:00:00 GMT</lastBuildDate>',
  '<pubDate>Tue, 01 Jul 2025 10:00:00 GMT</pubDate>',
  '<generator>Press 7.1</generator>',
  '<ttl>61</ttl>',
  '<docs>https://rules.example/rss</docs>',
  '<skipHours><hour>3</hour></skipHours><skipDays><day>Sunday</day></skipDays>',
  '<cloud domain="rpc.example" port="80" path="/"/>',
  '<image><url>https://tides.example/i.png</url><title>Other</title><link>https://other.example/</link></image>',
  '<atom:link rel="self" href="https://tides.example/feed?n=7"/>',
  '<atom:link rel="hub" href="https://hub.example/"/><atom:link rel="next" href="?page=2"/>',
  '<atom:link href="https://tides.example/feed?n=8"/>',
  '<!-- cached 7 ms ago -->',
  '<slash:comments xmlns:slash="http://purl.org/rss/1.0/modules/slash/">9</slash:comments>',
  '<comments>https://tides.example/c</comments>',
]

for (const volatile of volatileRss) {
  test(`RSS with ${volatile} is the same feed`, () => {
    assert.equal(readDigest(writeRss(FEED, volatile)), readDigest(writeRss(FEED)))
  })
}

const volatileAtom = [
  '<updated>2025-07-01T10:00:00Z</updated>',
  '<generator uri="https://press.example/" version="7.1">Press</generator>',
  '<icon>/i.png</icon><logo>/l.png</logo>',
  '<link rel="self" href="?n=7"/><link rel="hub" href="/hub"/><link rel="next" href="?page=2"/>',
]

for (const volatile of volatileAtom) {
  test(`Atom with ${volatile} is the same feed`, () => {
    assert.equal(readDigest(writeAtom(FEED, volatile)), readDigest(writeAtom(FEED)))
  })
}

const [first, second] = [FEED.items[0], FEED.items[1]] as const
assert.ok(first && second)

const same: readonly { why: string; feed: FeedParts }[] = [
  { why: 'the site by http and www', feed: { ...FEED, site: 'http://www.tides.example' } },
  {
    why: 'an item by http, www, slash and tracking',
    feed: withFirst({ link: 'http://www.tides.example/1/?utm_source=x' }),
  },
  { why: 'white space in a title', feed: withFirst({ title: ' Spring \n tide ' }) },
  { why: 'white space in the content', feed: withFirst({ content: 'High  water\nat <b>six</b>. ' }) },
]

const different: readonly { why: string; feed: FeedParts }[] = [
  { why: 'another title', feed: { ...FEED, title: 'Tide table' } },
  { why: 'another site', feed: { ...FEED, site: 'https://tides.example/north' } },
  { why: 'another id', feed: withFirst({ id: 'urn:tide:9' }) },
  { why: 'another link', feed: withFirst({ link: 'https://tides.example/9' }) },
  { why: 'another fragment of a link', feed: withFirst({ link: 'https://tides.example/1#b' }) },
  { why: 'another title of an item', feed: withFirst({ title: 'Spring tides' }) },
  { why: 'other content', feed: withFirst({ content: 'High water at <b>seven</b>.' }) },
  {
    why: 'content moved to the title',
    feed: withFirst({ title: 'Spring', content: 'tide High water at <b>six</b>.' }),
  },
  { why: 'another order', feed: { ...FEED, items: [second, first] } },
  { why: 'one item less', feed: { ...FEED, items: [first] } },
  { why: 'one item twice', feed: { ...FEED, items: [first, second, second] } },
]

function withFirst(change: Partial<FeedParts['items'][number]>): FeedParts {
  const [head, ...rest] = FEED.items
  return { ...FEED, items: head === undefined ? [] : [{ ...head, ...change }, ...rest] }
}

for (const [format, write] of Object.entries(WRITERS)) {
  for (const { why, feed } of same) {
    test(`${format}: ${why} is the same feed`, () => assert.equal(readDigest(write(feed)), readDigest(write(FEED))))
  }
  for (const { why, feed } of different) {
    test(`${format}: ${why} is another feed`, () => assert.notEqual(readDigest(write(feed)), readDigest(write(FEED))))
  }
  test(`${format}: without items there is no signature`, () => {
    assert.equal(readFeed(write({ ...FEED, items: [] })).signature, null)
  })
  test(`${format}: the items are counted`, () => assert.equal(readFeed(write(FEED)).signature?.items, 2))
  test(`${format}: the title is read`, () => assert.equal(readFeed(write(FEED)).title, 'Tide tables'))
}

test('the same feed in another format has another signature', () => {
  const digests = Object.values(WRITERS).map((write) => readDigest(write(FEED)))
  assert.equal(new Set(digests).size, digests.length)
})

test('a feed that was cut has no signature', () => {
  const body = new TextEncoder().encode(writeRss(FEED))
  const document = readDocument({ url: 'https://tides.example/f', headers: {}, body, isCut: true })
  assert.equal(document.kind === 'feed' && document.signature, null)
})

test('items that say nothing are no items', () => {
  assert.equal(readFeed('<rss><channel><item/><item><title> </title></item></channel></rss>').signature, null)
})

test('items that were never closed are items all the same', () => {
  const torn = writeRss(FEED).replaceAll('</item>', '').replaceAll('</description>', '')
  assert.equal(readFeed(torn).signature?.items, 2)
})

test('the pictures in XHTML content count', () => {
  const withPicture = (src: string): string =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A<img src="${src}"/></div></content></entry></feed>`
  assert.notEqual(readDigest(withPicture('/a.png')), readDigest(withPicture('/b.png')))
})

test('elements of other namespaces with the same names do not count', () => {
  const extra =
    '<m:title xmlns:m="http://search.yahoo.com/mrss/">Other</m:title><m:content xmlns:m="http://search.yahoo.com/mrss/" url="/v"/>'
  assert.equal(readDigest(writeRss(FEED).replaceAll('<item>', `<item>${extra}`)), readDigest(writeRss(FEED)))
})

const folds: readonly { link: string; becomes: string }[] = [
  { link: 'http://www.a.example/x/?utm_source=feed', becomes: '//a.example/x' },
  { link: 'https://a.example/x?id=1', becomes: '//a.example/x?id=1' },
  { link: ' https://a.example/x#v2 ', becomes: '//a.example/x#v2' },
  { link: '/relative/', becomes: '/relative/' },
  { link: 'urn:uuid:1', becomes: 'urn:uuid:1' },
  { link: 'http://[', becomes: 'http://[' },
]

for (const { link, becomes } of folds) test(`${link} -> ${becomes}`, () => assert.equal(foldLink(link), becomes))

const word = fc.stringMatching(/^[a-z<>&"' é漢]{1,12}$/).filter((text) => text.trim() !== '')
const item = fc.record({ id: word, link: fc.webUrl(), title: word, content: word })
const feedParts = fc.record({ title: word, site: fc.webUrl(), items: fc.array(item, { minLength: 1, maxLength: 4 }) })

test('a signature does not move with what is volatile, and moves with each item', () => {
  fc.assert(
    fc.property(feedParts, fc.constantFrom(...volatileRss), fc.nat(), (feed, volatile, index) => {
      const digest = readDigest(writeRss(feed))
      assert.equal(readDigest(writeRss(feed, volatile)), digest)
      const items = feed.items.map((item, at) =>
        at === index % feed.items.length ? { ...item, title: `${item.title}x` } : item,
      )
      assert.notEqual(readDigest(writeRss({ ...feed, items })), digest)
    }),
    runs(200),
  )
})

const ENCLOSED: Readonly<Record<string, (url: string) => string>> = {
  'an RSS enclosure': (url) =>
    `<rss><channel><item><guid>1</guid><enclosure url="${url}" length="7" type="audio/mpeg"/></item></channel></rss>`,
  'media:content': (url) =>
    `<rss xmlns:media="http://search.yahoo.com/mrss/"><channel><item><guid>1</guid><media:content url="${url}"/></item></channel></rss>`,
  'media:content in its second namespace': (url) =>
    `<rss xmlns:media="http://www.rssboard.org/media-rss"><channel><item><guid>1</guid><media:content url="${url}"/></item></channel></rss>`,
  'media:content in a group': (url) =>
    `<rss xmlns:m="http://search.yahoo.com/mrss/"><channel><item><guid>1</guid><m:group><m:content url="${url}"/></m:group></item></channel></rss>`,
  'an Atom link': (url) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><link rel="enclosure" href="${url}"/></entry></feed>`,
  'a JSON attachment': (url) =>
    JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items: [{ id: '1', attachments: [{ url }] }] }),
}

for (const [what, write] of Object.entries(ENCLOSED)) {
  const readSignature = (url: string) => readFeed(write(url)).signature
  const plain = readSignature('https://cdn.example/1.mp3')

  test(`${what} is not part of the digest, and counts without scheme and tracking`, () => {
    const [spelled, ...others] = [
      readSignature('http://CDN.example/1.mp3?utm_source=x'),
      readSignature('https://cdn.example/1.mp3?token=x'),
      readSignature('https://ads.example/1.mp3'),
      readSignature('https://cdn.example/2.mp3'),
    ]
    assert.ok(plain !== null)
    assert.deepEqual(spelled, plain)
    for (const other of others) {
      assert.equal(other?.digest, plain.digest)
      assert.notEqual(other?.enclosures, plain.enclosures)
    }
  })
}

test('a file belongs to its item', () => {
  const write = (...files: readonly string[]): string =>
    `<rss><channel>${files.map((file, index) => `<item><guid>${index}</guid>${file}</item>`).join('')}</channel></rss>`
  const file = '<enclosure url="https://cdn.example/1.mp3"/>'
  const readEnclosures = (body: string) => readFeed(body).signature?.enclosures
  assert.notEqual(readEnclosures(write(file, '')), readEnclosures(write('', file)))
  assert.notEqual(readEnclosures(write(file, '')), readEnclosures(write('', '')))
})
