// Sites on which pages that are nearly always the same are not: what looks like noise, or like one page, is neither.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createNormalizer, definePolicy } from '@canonist/core'
import { learnRules } from '../../src/learn/learn-rules.ts'
import type { CrawlRecord } from '../../src/log/types.ts'
import { createContents, createRandom } from './logs.ts'

const S = 'https://s.example'
const registrableDomain = (host: string): string => host.split('.').slice(-2).join('.')

/** Three fetches in a hundred do not give what the page is. */
function withNoise(log: readonly CrawlRecord[], seed: number): CrawlRecord[] {
  const random = createRandom(seed)
  return log.map(({ url, contentHash }) => ({
    url,
    contentHash: random() < 0.03 ? `accident ${random()}` : contentHash,
  }))
}

const every = (nth: number, n: number, other: string, same: string): string =>
  n % nth === 0 ? `${other} ${n}` : `${same} ${n}`

interface Trap {
  readonly why: string
  readonly log: readonly CrawlRecord[]
  /** URLs that must stay apart. */
  readonly apart: readonly [string, string]
}

const traps: readonly Trap[] = [
  {
    why: 'no noise, and a version decides on one page in five',
    log: createContents(
      300,
      (n) => [`${S}/item/${n}`, `item ${n}`],
      (n) => [`${S}/item/${n}?v=${(n * 7919) % 1009}`, every(5, n, 'old item', 'item')],
    ),
    apart: [`${S}/item/900`, `${S}/item/900?v=3`],
  },
  {
    why: 'one list in ten has a second page',
    log: withNoise(
      createContents(
        200,
        (n) => [`${S}/c/${n}`, `list ${n}`],
        (n) => [`${S}/c/${n}?page=1`, `list ${n}`],
        (n) => [`${S}/c/${n}?page=2`, every(10, n, 'second of', 'list')],
        (n) => [`${S}/c/${n}?page=3`, every(10, n, 'third of', 'list')],
      ),
      1,
    ),
    apart: [`${S}/c/900`, `${S}/c/900?page=2`],
  },
  {
    why: 'one list in ten has more than one entry to sort',
    log: withNoise(
      createContents(
        200,
        (n) => [`${S}/c/${n}`, `list ${n}`],
        (n) => [`${S}/c/${n}?sort=name`, `list ${n}`],
        (n) => [`${S}/c/${n}?sort=price`, every(10, n, 'by price', 'list')],
        (n) => [`${S}/c/${n}?sort=date`, every(10, n, 'by date', 'list')],
      ),
      2,
    ),
    apart: [`${S}/c/900`, `${S}/c/900?sort=price`],
  },
  {
    why: 'phones get another page in one case of ten',
    log: withNoise(
      createContents(
        300,
        (n) => [`https://www.s.example/x/${n}`, `x ${n}`],
        (n) => [`https://m.s.example/x/${n}`, every(10, n, 'small x', 'x')],
      ),
      3,
    ),
    apart: ['https://www.s.example/x/900', 'https://m.s.example/x/900'],
  },
  {
    why: 'one folder in ten has a file of its name beside it',
    log: withNoise(
      createContents(
        300,
        (n) => [`${S}/x/n${n}`, `x ${n}`],
        (n) => [`${S}/x/n${n}/`, every(10, n, 'folder', 'x')],
      ),
      4,
    ),
    apart: [`${S}/x/n900`, `${S}/x/n900/`],
  },
  {
    why: 'one page in ten has changed since the last version, and each was seen twice',
    log: withNoise(
      createContents(
        250,
        (n) => [`${S}/stable/page-${n}`, `page ${n}`],
        (n) => [`${S}/stable/page-${n}?utm_source=a`, `page ${n}`],
        (n) => [`${S}/latest/page-${n}`, every(10, n, 'new page', 'page')],
        (n) => [`${S}/latest/page-${n}?utm_source=a`, every(10, n, 'new page', 'page')],
      ),
      5,
    ),
    apart: [`${S}/stable/page-900`, `${S}/latest/page-900`],
  },
  {
    why: 'every section has its own way of saying that nothing was found',
    log: createContents(240, (n) => [
      `${S}/find/s${n % 40}?q=${['tea', 'cup', 'pot', 'jug', 'mug', 'urn'][n % 6]}`,
      `nothing in ${n % 40}`,
    ]),
    apart: [`${S}/find/s7?q=tea`, `${S}/find/s7?q=cup`],
  },
  {
    why: 'every section has its own form to log in',
    log: createContents(200, (n) => [`${S}/s${n % 25}/doc${Math.floor(n / 25)}`, `log in to ${n % 25}`]),
    apart: [`${S}/s7/doc1`, `${S}/s7/doc2`],
  },
  {
    why: 'tables of one size',
    log: Array.from({ length: 300 }, (_, n) => ({
      url: `${S}/report?dept=${n % 60}&year=${2021 + Math.floor(n / 60)}`,
      size: 20_000 + (n % 60) * 128,
    })),
    apart: [`${S}/report?dept=7&year=2021`, `${S}/report?dept=7&year=2022`],
  },
  {
    why: 'of all that stands below /en a small part is translated',
    log: [
      ...createContents(
        300,
        (n) => [`${S}/word-${n}`, `word ${n}`],
        (n) => [`${S}/en/word-${n}`, `word ${n}`],
      ),
      ...createContents(
        10,
        (n) => [`${S}/team/t${n}`, `Mannschaft ${n}`],
        (n) => [`${S}/en/team/t${n}`, `team ${n}`],
      ),
    ],
    apart: [`${S}/team/t900`, `${S}/en/team/t900`],
  },
  {
    why: 'two hosts share their help pages and nothing else',
    log: createContents(
      60,
      (n) => [`https://www.s.example/help/${n % 20}`, `help ${n % 20}`],
      (n) => [`https://m.s.example/help/${n % 20}`, `help ${n % 20}`],
      (n) => [`https://www.s.example/doc/${n}`, `doc ${n}`],
      (n) => [`https://m.s.example/app/${n}`, `app ${n}`],
    ),
    apart: ['https://www.s.example/app/900', 'https://m.s.example/app/900'],
  },
  {
    why: 'the default language is removed first, so that only one other is left in the log',
    log: createContents(
      60,
      (n) => [`${S}/sheet?id=${n}`, `sheet ${n}`],
      (n) => [`${S}/sheet?id=${n}&lang=es`, `sheet ${n}`],
      (n) => [`${S}/sheet?id=${n}&lang=ca&section=${(n * 7) % 11}`, `sheet ${n}`],
    ),
    apart: [`${S}/sheet?id=900`, `${S}/sheet?id=900&lang=ca&section=3`],
  },
]

describe('keeps apart', () => {
  for (const { why, log, apart } of traps) {
    test(`${apart[0]} and ${apart[1]} (${why})`, async () => {
      const { policy } = await learnRules(log, { registrableDomain })
      const [one, other] = apart.map(createNormalizer(definePolicy(policy)))
      assert.notEqual(one, other)
    })
  }
})

test('of a parameter that decides now and then no value passes because it was lucky', async () => {
  const random = createRandom(7)
  const isOld = Array.from({ length: 901 }, () => random() < 0.09)
  const log = createContents(
    900,
    (n) => [`${S}/entry/${n}`, `entry ${n}`],
    (n) => [`${S}/entry/${n}?ed=${1900 + (n % 30)}`, isOld[n] === true ? `old entry ${n}` : `entry ${n}`],
  )
  const { policy, rules } = await learnRules(log)
  assert.ok(rules.some(({ id, bound }) => id.includes('ed=') && bound > 0.9))
  assert.equal(policy.sites, undefined)
})

test('nothing but a rewrite, and three fetches in a hundred go wrong: it is found where fetches were repeated', async () => {
  const stories = createContents(
    800,
    (n) => [`${S}/story?id=${n}`, `story ${n}`],
    (n) => [`${S}/story_${n}`, `story ${n}`],
  )
  const log = [...withNoise(stories, 6), ...withNoise(stories.slice(0, 400), 7)]
  const normalize = createNormalizer(definePolicy((await learnRules(log)).policy))
  assert.equal(normalize(`${S}/story?id=900`), `${S}/story_900`)
})

test('the part of a site that is not a translation keeps its rule beside one that is', async () => {
  const { policy } = await learnRules(traps.find(({ why }) => why.includes('/en'))?.log ?? [])
  assert.equal(createNormalizer(definePolicy(policy))(`${S}/en/word-900`), `${S}/word-900`)
})
