// How far a rule reaches: no further than what was tried.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createNormalizer, definePolicy } from '@canonist/core'
import { learnRules } from '../../../src/learn/learn-rules.ts'
import type { CrawlRecord, LearnOptions } from '../../../src/log/types.ts'
import { createContents, createLog } from '../logs.ts'

/** As a list of public suffixes has it: below `pages.example` everybody has a site of their own. */
const registrableDomain = (host: string): string =>
  host
    .split('.')
    .slice(host.endsWith('.pages.example') ? -3 : -2)
    .join('.')

const idMeansNothingOn = (origin: string): CrawlRecord[] =>
  createLog(
    100,
    (n) => `${origin}/n/${n}`,
    (n) => `${origin}/n/${n}?id=${n % 9}`,
  )
const idDecidesOn = (origin: string): CrawlRecord[] =>
  createContents(100, (n) => [`${origin}/view?id=${n}`, `view ${n}`])

interface Row {
  readonly why: string
  readonly log: readonly CrawlRecord[]
  readonly options?: LearnOptions
  readonly input: string
  readonly becomes: string
}

const S = 'https://s.example'
const twoSections = [
  ...createLog(
    90,
    (n) => `${S}/news/${n}`,
    (n) => `${S}/news/${n}?id=${n}`,
    (n) => `${S}/blog/b${n}`,
    (n) => `${S}/blog/b${n}?id=${n}`,
  ),
  ...createContents(90, (n) => [`${S}/review?item=${n}&id=${n % 5}`, `review ${n}`]),
]

const rows: readonly Row[] = [
  {
    why: 'what holds on a host',
    log: [...idMeansNothingOn(S), ...idDecidesOn('https://shop.s.example')],
    input: `${S}/n/900?id=4`,
    becomes: `${S}/n/900`,
  },
  {
    why: 'says nothing of a host below it that is a site of its own',
    log: [...idMeansNothingOn(S), ...idDecidesOn('https://shop.s.example')],
    input: 'https://shop.s.example/view?id=4',
    becomes: 'https://shop.s.example/view?id=4',
  },
  {
    why: 'nor of one of the same owner',
    log: [...idMeansNothingOn(S), ...idDecidesOn('https://shop.s.example')],
    options: { registrableDomain },
    input: 'https://shop.s.example/view?id=4',
    becomes: 'https://shop.s.example/view?id=4',
  },
  {
    why: 'a name under which strangers have their sites teaches nothing',
    log: idMeansNothingOn('https://pages.example'),
    options: { registrableDomain },
    input: 'https://alice.pages.example/n/1?id=4',
    becomes: 'https://alice.pages.example/n/1?id=4',
  },
  {
    why: 'a site of one of them does',
    log: idMeansNothingOn('https://alice.pages.example'),
    options: { registrableDomain },
    input: 'https://alice.pages.example/n/1?id=4',
    becomes: 'https://alice.pages.example/n/1',
  },
  {
    why: 'an address has nothing below it',
    log: idMeansNothingOn('http://192.0.2.7'),
    options: { registrableDomain },
    input: 'http://192.0.2.7/n/1?id=4',
    becomes: 'http://192.0.2.7/n/1',
  },
  {
    why: 'another port that contradicts',
    log: [...idMeansNothingOn(S), ...idDecidesOn(`${S}:8443`)],
    input: `${S}:8443/view?id=4`,
    becomes: `${S}:8443/view?id=4`,
  },
  {
    why: 'another port that spells in its own way the pages of the first',
    log: [...idMeansNothingOn(S), ...createLog(100, (n) => `${S}:8443/view?id=${n}`)],
    input: `${S}:8443/view?id=4`,
    becomes: `${S}/n/4`,
  },
  {
    why: 'another port where it was never tried',
    log: [...idMeansNothingOn(S), ...createContents(60, (n) => [`${S}:8443/v?of=${n}&id=${n % 5}`, `v ${n}`])],
    input: `${S}:8443/v?of=1&id=4`,
    becomes: `${S}:8443/v?of=1&id=4`,
  },
  {
    why: 'another port that agrees',
    log: [
      ...idMeansNothingOn(S),
      ...createContents(
        60,
        (n) => [`${S}:8443/n/x${n}?id=3`, `other ${n}`],
        (n) => [`${S}:8443/n/x${n}`, `other ${n}`],
      ),
    ],
    input: `${S}:8443/n/x900?id=4`,
    becomes: `${S}:8443/n/x900`,
  },
  {
    why: 'two sections agree, and a third was never tried',
    log: twoSections,
    input: `${S}/review?item=9&id=4`,
    becomes: `${S}/review?item=9&id=4`,
  },
  {
    why: 'one of the two that agree',
    log: twoSections,
    input: `${S}/blog/b900?id=4`,
    becomes: `${S}/blog/b900`,
  },
]

/** Pages at some prefixes, each with and without a parameter that means nothing. */
const triedAt = (...prefixes: readonly string[]): CrawlRecord[] =>
  prefixes.flatMap((prefix) =>
    createContents(
      90,
      (n) => [`${S}${prefix}${n}`, `${prefix} ${n}`],
      (n) => [`${S}${prefix}${n}?id=${n % 9}`, `${prefix} ${n}`],
    ),
  )
const untriedReviews = createContents(90, (n) => [`${S}/reviews/of${n}?id=${n % 5}`, `review ${n}`])
/** Each too small to be counted on its own. */
const twoSmall = ['/a/x', '/b/x'].flatMap((prefix) =>
  createContents(
    9,
    (n) => [`${S}${prefix}${n}`, `${prefix} ${n}`],
    (n) => [`${S}${prefix}${n}/`, `${prefix} ${n}`],
  ),
)

/** Sections that the log has, and those that it never showed. */
const sections: readonly Row[] = [
  {
    why: 'tried in two sections: not in one that the log never showed',
    log: triedAt('/news/', '/blog/b'),
    input: `${S}/shop/7?id=4`,
    becomes: `${S}/shop/7?id=4`,
  },
  {
    why: 'tried in every section that has it, and in three: a habit of the whole site',
    log: triedAt('/news/', '/blog/b', '/wiki/w'),
    input: `${S}/shop/7?id=4`,
    becomes: `${S}/shop/7`,
  },
  {
    why: 'tried in three sections, but not in a fourth that has it: not in the fourth',
    log: [...triedAt('/news/', '/blog/b', '/wiki/w'), ...untriedReviews],
    input: `${S}/reviews/of900?id=4`,
    becomes: `${S}/reviews/of900?id=4`,
  },
  {
    why: 'nor in one that the log never showed',
    log: [...triedAt('/news/', '/blog/b', '/wiki/w'), ...untriedReviews],
    input: `${S}/shop/7?id=4`,
    becomes: `${S}/shop/7?id=4`,
  },
  {
    why: 'but in each of the three',
    log: [...triedAt('/news/', '/blog/b', '/wiki/w'), ...untriedReviews],
    input: `${S}/wiki/w900?id=4`,
    becomes: `${S}/wiki/w900`,
  },
  {
    why: 'tried in three sections below one: in that one',
    log: triedAt('/docs/a/', '/docs/b/', '/docs/c/'),
    input: `${S}/docs/d/7?id=4`,
    becomes: `${S}/docs/d/7`,
  },
  {
    why: 'and in no other',
    log: triedAt('/docs/a/', '/docs/b/', '/docs/c/'),
    input: `${S}/blog/7?id=4`,
    becomes: `${S}/blog/7?id=4`,
  },
  {
    why: 'tried in two small sections: in these',
    log: twoSmall,
    input: `${S}/a/x900/`,
    becomes: `${S}/a/x900`,
  },
  { why: 'and in no other', log: twoSmall, input: `${S}/c/x900/`, becomes: `${S}/c/x900/` },
  {
    why: 'one script is one place',
    log: createLog(
      90,
      (n) => `${S}/story?of=${n}`,
      (n) => `${S}/story?of=${n}&id=${n % 9}`,
    ),
    input: `${S}/shop?of=7&id=4`,
    becomes: `${S}/shop?of=7&id=4`,
  },
  {
    why: 'pages directly below the root have the root as their place',
    log: triedAt('/page-'),
    input: `${S}/shop/7?id=4`,
    becomes: `${S}/shop/7`,
  },
  {
    why: 'but not where a section of the log never tried it',
    log: [...triedAt('/page-'), ...untriedReviews],
    input: `${S}/reviews/of900?id=4`,
    becomes: `${S}/reviews/of900?id=4`,
  },
  {
    why: 'a name that is known for tracking needs no trial in every section',
    log: createLog(
      90,
      (n) => `${S}/news/${n}`,
      (n) => `${S}/news/${n}?gclid=${n}`,
    ),
    input: `${S}/shop/7?gclid=4`,
    becomes: `${S}/shop/7`,
  },
]

/** A section of which no two URLs ever met, and too few for a rule to be asked about it. */
const fewUntried = [
  ...twoSections.filter(({ url }) => !url.includes('/review')),
  ...createContents(3, (n) => [`${S}/review?item=${n}&id=${n}`, `review ${n}`]),
]

const caseInDocs = [
  ...createLog(
    90,
    (n) => `${S}/DOCS/Page-${n}`,
    (n) => `${S}/docs/page-${n}`,
  ),
  ...createContents(90, (n) => [`${S}/Img/F${n}`, `file ${n}`]),
]

/** The case of a path means nothing in one part of a site, whatever the spelling of that part itself. */
const foldedParts: readonly Row[] = [
  { why: 'as it was logged', log: caseInDocs, input: `${S}/DOCS/X`, becomes: `${S}/docs/x` },
  { why: 'in a spelling that nobody has seen', log: caseInDocs, input: `${S}/Docs/X`, becomes: `${S}/docs/x` },
  { why: 'in lower case, with a page that is not', log: caseInDocs, input: `${S}/docs/X`, becomes: `${S}/docs/x` },
  { why: 'not where it was never tried', log: caseInDocs, input: `${S}/Img/F900`, becomes: `${S}/Img/F900` },
  {
    why: 'three URLs of a part in which nothing was tried',
    log: fewUntried,
    input: `${S}/review?item=9&id=4`,
    becomes: `${S}/review?item=9&id=4`,
  },
  { why: 'nor in parts that were not logged', log: caseInDocs, input: `${S}/New/X`, becomes: `${S}/New/X` },
]

const sectionsAndShop = [
  ...twoSections,
  ...createContents(60, (n) => [`https://shop.s.example/news/${n}?id=${n % 5}`, `shop ${n}`]),
]

/** A section of a policy covers the hosts below its own: those that were crawled, and showed nothing of a rule, have their own. */
const hosts: readonly Row[] = [
  {
    why: 'a rule of a part of a host',
    log: sectionsAndShop,
    options: { registrableDomain },
    input: `${S}/news/900?id=4`,
    becomes: `${S}/news/900`,
  },
  {
    why: 'does not reach a host below it that was crawled, in no part of it',
    log: sectionsAndShop,
    options: { registrableDomain },
    input: 'https://shop.s.example/news/900?id=4',
    becomes: 'https://shop.s.example/news/900?id=4',
  },
  {
    why: 'nor what lies below that one',
    log: sectionsAndShop,
    options: { registrableDomain },
    input: 'https://old.shop.s.example/news/900?id=4',
    becomes: 'https://old.shop.s.example/news/900?id=4',
  },
  {
    why: 'nor a host beside or above it',
    log: idMeansNothingOn('https://www.s.example'),
    options: { registrableDomain },
    input: `${S}/n/900?id=4`,
    becomes: `${S}/n/900?id=4`,
  },
  {
    why: 'of a host below it that nobody crawled, only the part where it was tried',
    log: sectionsAndShop,
    options: { registrableDomain },
    input: 'https://new.s.example/review?item=9&id=4',
    becomes: 'https://new.s.example/review?item=9&id=4',
  },
  {
    why: 'where it holds as in any policy: a domain covers its subdomains',
    log: sectionsAndShop,
    options: { registrableDomain },
    input: 'https://new.s.example/news/900?id=4',
    becomes: 'https://new.s.example/news/900',
  },
]

describe('a rule reaches as far as it was tried', () => {
  for (const { why, log, options = {}, input, becomes } of [...rows, ...sections, ...hosts, ...foldedParts]) {
    test(`${input} -> ${becomes} (${why})`, async () => {
      const { policy } = await learnRules(log, options)
      assert.equal(createNormalizer(definePolicy(policy))(input), becomes)
    })
  }
})

test('what cannot be written without reaching strangers is not even probed', async () => {
  const { doubtful, rules } = await learnRules(idMeansNothingOn('https://pages.example'), { registrableDomain })
  assert.deepEqual(doubtful, [])
  assert.ok(rules.some(({ id, tier }) => id === 'pages.example: strip id' && tier === 'reject'))
})

test('a rule that is only likely, of a list without contents, is limited to the places of the list', async () => {
  const { doubtful } = await learnRules(triedAt('/news/').map(({ url }) => ({ url })))
  assert.deepEqual(doubtful.find(({ id }) => id === 's.example: strip id')?.scope, ['/news'])
})
