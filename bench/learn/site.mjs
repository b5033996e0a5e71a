// One invented site: the records of a crawl of it, and the truth about which URLs are one page.
import { fetchPage } from './fetch.mjs'
import { shuffled } from './spelling.mjs'
import { randomFor, words } from './words.mjs'

export const DEFAULTS = { urls: 5000, noise: 0.03, fingerprints: 'simhash', seed: 1, refetched: 0 }

/** How many URLs of a page a crawl meets: `[share, count]`. */
const COPIES = [
  [34, 1],
  [24, 2],
  [16, 3],
  [11, 4],
  [7, 5],
  [5, 7],
  [3, 10],
]

/** One page in three is kept back to score on. */
const TEST_SHARE = 1 / 3

/** What a family builds its pages with; everything it draws follows from the seed. */
export class Site {
  constructor(name, seed) {
    this.name = name
    this.seed = seed
    this.domain = `${name}-${seed}.example`
    this.random = this.randomFor('habits')
    this.boilerplate = words(this.randomFor('boilerplate'), 40).join(' ')
  }

  randomFor(...keys) {
    return randomFor(this.name, this.seed, ...keys)
  }

  /** A page's words within the frame that all pages of the site have. */
  text(key, least = 110, most = least * 2) {
    const random = this.randomFor('text', key)
    return `${this.boilerplate} ${words(random, least + random.below(most - least + 1)).join(' ')}`
  }

  /** Where the site answers, the first most often: `[weight, origin]`. */
  originFrom(choices) {
    const weights = choices.map(([weight]) => weight)
    return (random) => choices[random.weighted(weights)][1].replace('DOMAIN', this.domain)
  }
}

/**
 * @returns `train`, the records to learn from (`urls` of them), and `test`, the URLs of other pages of the same site with
 *   the id of their page: `{ url, page }`. Pages that redirect or fail are learned from but not scored: following a
 *   redirect tells more than any rule.
 */
export function makeSite(family, options) {
  const settings = { ...DEFAULTS, ...options }
  const site = new Site(family.name, settings.seed)
  const kinds = family.build(site)
  const [train, test, taken] = [[], [], new Map()]
  const random = site.randomFor('crawl')
  for (let number = 0; train.length < settings.urls || test.length < settings.urls * TEST_SHARE; number += 1) {
    const page = drawPage(kinds, random, number)
    const isTest = site.randomFor('split', page.id).chance(TEST_SHARE)
    const records = crawlPage(site, page, settings, random, taken)
    if (!isTest) train.push(...records.map((record) => ({ record, page })))
    else test.push(...records.filter(isPage).map(({ url }) => ({ url, page: page.id })))
  }
  const fetched = split(site, train, settings.urls)
  fetched.push(...fetchAgain(site, fetched, settings))
  return {
    name: family.name,
    domain: site.domain,
    train: fetched.map(({ record }) => record),
    trainPages: fetched.map(({ page }) => page.id),
    test,
  }
}

/**
 * A share of the URLs once more, each with noise of its own, as a crawl meets them that goes on for a while. Added to the records
 * of the first fetches: the pages and URLs of a site are the same whatever the share is.
 */
function fetchAgain(site, fetched, settings) {
  const isAgain = ({ record }) => isPage(record) && site.randomFor('again', record.url).chance(settings.refetched)
  return fetched
    .filter((one) => settings.refetched > 0 && isAgain(one))
    .map(({ record, page }) => ({ page, record: fetchPage(site, page, record.url, settings, 'second fetch') }))
}

const isPage = ({ status }) => status === 200

const split = (site, train, urls) => shuffled(site.randomFor('order'), train.slice(0, urls))

function drawPage(kinds, random, number) {
  const kind = kinds[random.weighted(kinds.map(({ weight }) => weight))]
  return kind.make(number, random)
}

/** As many different URLs of the page as a crawl meets, each fetched once. */
function crawlPage(site, page, settings, random, taken) {
  const wanted = page.copies ?? COPIES[random.weighted(COPIES.map(([share]) => share))][1]
  const records = []
  for (let attempt = 0; attempt < wanted * 3 && records.length < wanted; attempt += 1) {
    const url = page.spell(random)
    if (isFree(taken, url, page.id)) records.push(fetchPage(site, page, url, settings))
  }
  return records
}

function isFree(taken, url, id) {
  const owner = taken.get(url)
  if (owner !== undefined && owner !== id) throw new Error(`${url} is said to be both ${owner} and ${id}`)
  taken.set(url, id)
  return owner === undefined
}
