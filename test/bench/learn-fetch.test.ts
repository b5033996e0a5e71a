// What the invented crawl notes down: fingerprints as asked for, and as much noise as asked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countDifferentBits } from '@canonist/web/internal/extract/simhash'
import { loadFamilies, makeSite, type Family, type WebRecord } from '../support/benchmark-web.ts'

const [first] = await loadFamilies('tune')
const family = first as Family
const URLS = 1500

const listFields = (records: readonly WebRecord[]): string[] =>
  [...new Set(records.flatMap((record) => Object.keys(record)))].toSorted()

const FINGERPRINTS = [
  { fingerprints: 'simhash', fields: ['contentHash', 'simhash', 'size'] },
  { fingerprints: 'exact', fields: ['contentHash', 'size'] },
  { fingerprints: 'size', fields: ['size'] },
  { fingerprints: 'none', fields: [] },
] as const

for (const { fingerprints, fields } of FINGERPRINTS)
  test(`fingerprints ${fingerprints}: records have ${fields.join(', ') || 'none'}`, () => {
    const found = listFields(makeSite(family, { urls: 100, fingerprints }).train)
    assert.deepEqual(
      found.filter((name) => ['contentHash', 'simhash', 'size'].includes(name)),
      fields,
    )
  })

const clean = makeSite(family, { urls: URLS, noise: 0 })

for (const noise of [0.03, 0.1, 0.3])
  test(`noise ${noise}: the same URLs, and about that share of the fetches is not what the page is`, () => {
    const { train } = makeSite(family, { urls: URLS, noise })
    const spoiled = train.filter(({ contentHash }, index) => contentHash !== clean.train[index]?.contentHash)
    assert.deepEqual(
      train.map(({ url }) => url),
      clean.train.map(({ url }) => url),
    )
    assert.ok(Math.abs(spoiled.length / URLS - noise) < 0.3 * noise, `${spoiled.length}`)
  })

test('pages of one site that read differently differ in more than three bits, but for the thinnest', () => {
  const { train } = makeSite(family, { urls: 400, noise: 0 })
  const prints = [...new Set(train.flatMap(({ simhash }) => simhash ?? []))]
  const pairs = prints.flatMap((a, index) => prints.slice(0, index).map((b) => countDifferentBits(a, b)))
  assert.ok(pairs.length > 1000)
  assert.ok(pairs.filter((bits) => bits <= 3).length < pairs.length / 1000)
})
