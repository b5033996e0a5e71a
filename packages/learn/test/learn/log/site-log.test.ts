import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SiteLog, type SiteRecords } from '../../../src/log/site-log.ts'
import { learnRules } from '../../../src/learn/learn-rules.ts'
import type { CrawlRecord } from '../../../src/log/types.ts'
import { createRandom, shuffle } from '../logs.ts'

const S = 'https://s.example'

function readBack(pages: readonly CrawlRecord[], most = 100): SiteRecords {
  const log = new SiteLog('s.example', most)
  for (const page of pages) log.addPage(page.url, page)
  return log.read()
}

describe('what is kept of a record', () => {
  const urls = [
    { why: 'an empty path', url: S },
    { why: 'longer than any chunk', url: `${S}/${'a'.repeat(20_000)}` },
    {
      why: 'every printable character of ASCII',
      url: `${S}/${String.fromCharCode(...Array.from({ length: 94 }, (_, n) => n + 33))}`,
    },
  ]
  for (const { why, url } of urls) {
    test(`the URL, ${why}: ${url.slice(0, 60)}`, () => assert.deepEqual(readBack([{ url }, { url }]).urls, [url, url]))
  }

  const contents = [
    { why: 'nothing', page: {}, exact: -1, high: 0, low: 0, hasSimhash: 0 },
    { why: 'the largest simhash', page: { simhash: 'f'.repeat(16) }, exact: -1, high: -1, low: -1, hasSimhash: 1 },
    { why: 'a simhash that is none', page: { simhash: '12' }, exact: -1, high: 0, low: 0, hasSimhash: 0 },
    { why: 'an empty hash', page: { contentHash: '' }, exact: -1, high: 0, low: 0, hasSimhash: 0 },
  ]
  for (const { why, page, exact, high, low, hasSimhash } of contents) {
    test(`of a content: ${why}`, () => {
      const kept = readBack([{ url: S, ...page }])
      assert.deepEqual([kept.exact, kept.high, kept.low, kept.hasSimhash], [[exact], [high], [low], [hasSimhash]])
    })
  }

  test('more than 32 bits of a hash', () => {
    const { exact } = readBack(
      Array.from({ length: 200 }, (_, n) => ({ url: S, contentHash: `${n}` })),
      1000,
    )
    assert.equal(new Set(exact).size, 200)
    assert.ok(Math.max(...exact) > 2 ** 32 && exact.every(Number.isSafeInteger))
  })

  test('claims with both their URLs, but for those that say nothing; pages that name themselves take no room from others', () => {
    const log = new SiteLog('s.example', 2)
    log.addClaim({ kind: 'canonical', from: `${S}/a`, to: `${S}/a` })
    log.addClaim({ kind: 'redirect', from: `${S}/loop`, to: `${S}/loop` })
    log.addClaim({ kind: 'redirect', from: `${S}/a`, to: `${S}/b` })
    log.addClaim({ kind: 'canonical', from: `${S}/c?x=1`, to: `${S}/c` })
    log.addClaim({ kind: 'canonical', from: `${S}/one`, to: `${S}/too-many` })
    assert.deepEqual(log.read().claims, [
      { kind: 'canonical', from: `${S}/a`, to: `${S}/a` },
      { kind: 'redirect', from: `${S}/a`, to: `${S}/b` },
      { kind: 'canonical', from: `${S}/c?x=1`, to: `${S}/c` },
    ])
  })
})

test('of a large site the same URLs are kept in whatever order they came', () => {
  const pages = Array.from({ length: 2000 }, (_, n) => ({ url: `${S}/p/${n}`, contentHash: `page ${n >> 1}` }))
  const kept = readBack(pages, 300).urls
  assert.ok(kept.length <= 300 && kept.length > 250)
  assert.deepEqual(readBack(shuffle(pages, createRandom(5)), 300).urls.toSorted(), kept.toSorted())
})

test('URLs are kept as they are normalized: in ASCII, whatever was written', async () => {
  const written = [
    'https://bücher.example/größe?q=ß#ü',
    'https://bücher.example/%F0%9F%98%80',
    'https://ü:é@bücher.example/',
  ]
  const log = written.flatMap((url) => [
    { url, contentHash: url },
    { url, canonical: 'https://bücher.example/ä' },
  ])
  const { figures } = await learnRules(log)
  assert.deepEqual([figures.urls, figures.sites, figures.invalid], [3, 1, 0])
})
