// The web on which the learner is measured: the same on every machine, and its truth is true.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFamilies, makeSite, type SiteOptions, type WebSite } from '../support/benchmark-web.ts'

const URLS = 600
const quiet: SiteOptions = { urls: URLS, noise: 0 }
const families = [...(await loadFamilies('tune')), ...(await loadFamilies('holdout'))]

/** The contents of each page, and the pages of each content. */
function listContents({ train, trainPages }: WebSite): {
  byPage: Map<string, Set<string>>
  byContent: Map<string, Set<string>>
} {
  const [byPage, byContent] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  for (const [index, { contentHash }] of train.entries()) {
    const page = trainPages[index] ?? ''
    if (contentHash === undefined) continue
    byPage.set(page, (byPage.get(page) ?? new Set()).add(contentHash))
    byContent.set(contentHash, (byContent.get(contentHash) ?? new Set()).add(page))
  }
  return { byPage, byContent }
}

for (const family of families) {
  const site = makeSite(family, quiet)
  const { byPage, byContent } = listContents(site)

  test(`${family.name}: one seed gives one site, another seed another`, () => {
    assert.deepEqual(makeSite(family, quiet), site)
    assert.notDeepEqual(makeSite(family, { ...quiet, seed: 2 }).train, site.train)
  })

  test(`${family.name}: gives the wanted number of records, each URL once and with a host of the site`, () => {
    assert.equal(site.train.length, URLS)
    const urls = [...site.train, ...site.test].map(({ url }) => url)
    assert.equal(new Set(urls).size, urls.length)
    for (const url of urls) assert.ok(new URL(url).hostname.endsWith(site.domain), url)
  })

  test(`${family.name}: no page is learned from and scored on`, () => {
    const learned = new Set(site.trainPages)
    assert.deepEqual(
      site.test.filter(({ page }) => learned.has(page)),
      [],
    )
  })

  test(`${family.name}: without noise a page has one content`, () => {
    for (const [page, contents] of byPage) assert.equal(contents.size, 1, page)
  })

  test(`${family.name}: some pages read alike and are not the same, most do not`, () => {
    const misleading = [...byContent.values()].filter(({ size }) => size > 1)
    const pages = misleading.reduce((sum, { size }) => sum + size, 0)
    assert.ok(misleading.length > 0)
    assert.ok(pages < byPage.size / 2, `${pages} of ${byPage.size} pages read like another`)
  })

  test(`${family.name}: between four and seven in ten URLs are redundant`, () => {
    const pages = new Set(site.test.map(({ page }) => page)).size
    const share = 1 - pages / site.test.length
    assert.ok(share > 0.4 && share < 0.7, `${share}`)
  })
}

test('there are enough families, and at least as many are kept back as are there to tune on', async () => {
  const [tune, holdout] = [await loadFamilies('tune'), await loadFamilies('holdout')]
  assert.ok(tune.length >= 7 && holdout.length >= tune.length)
})
