import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { learnRules } from '../../../src/learn/learn-rules.ts'
import type { CrawlRecord, LearnedRule } from '../../../src/log/types.ts'
import { createRandom } from '../logs.ts'

const S = 'https://s.example'

type Spelling = (page: number) => string

/** Pages with a content of their own for some spellings; noise leaves a content that nothing else has. */
function noisyLog(
  pages: number,
  noise: number,
  spellings: readonly Spelling[],
  chooseContent: (url: string, page: number) => string,
): CrawlRecord[] {
  const random = createRandom(pages)
  return Array.from({ length: pages }, (_, page) =>
    spellings.map((spell) => {
      const url = spell(page)
      return { url, contentHash: random() < noise ? `accident ${random()}` : chooseContent(url, page) }
    }),
  ).flat()
}

async function findRule(log: readonly CrawlRecord[], id: string): Promise<LearnedRule | undefined> {
  return (await learnRules(log)).rules.find((rule) => rule.id === `s.example: ${id}`)
}

const page: Spelling = (n) => `${S}/p/${n}`
const tagged: Spelling = (n) => `${S}/p/${n}?v=${(n * 7919) % 101}`
const slashed: Spelling = (n) => `${S}/p/${n}/`
const visited: Spelling = (n) => `${S}/p/${n}?visit=${(n * 31) % 97}`
const both: Spelling = (n) => `${tagged(n)}&visit=${(n * 31) % 97}`

/** On every so manieth page the parameter v decides. */
const decidesEvery =
  (nth: number) =>
  (url: string, n: number): string =>
    `${n}${n % nth === 0 && url.includes('v=') ? ' another' : ''}`

/** A parameter under which some pages differ, and other pages that were fetched twice, some of them with another result. */
const measured = (pages: number, differing: number, fetchedTwice: number, spoiled: number): CrawlRecord[] => [
  ...noisyLog(pages, 0, [page, tagged], (url, n) => `${n}${n < differing && url.includes('v=') ? ' another' : ''}`),
  ...Array.from({ length: fetchedTwice }, (_, n) => [
    { url: `${S}/twice/${n}`, contentHash: `twice ${n}` },
    { url: `${S}/twice/${n}`, contentHash: `twice ${n}${n < spoiled ? ' spoiled' : ''}` },
  ]).flat(),
]

const rows = [
  {
    why: 'one accident among few trials is chance, however little noise was measured',
    log: measured(40, 1, 300, 0),
    rule: 'strip v',
    tier: 'apply',
  },
  {
    why: 'two are not',
    log: measured(40, 2, 300, 0),
    rule: 'strip v',
    tier: 'probe',
  },
  {
    why: 'nor is one where nothing was measured: it is more than one in a hundred',
    log: measured(40, 1, 0, 0),
    rule: 'strip v',
    tier: 'probe',
  },
  {
    why: 'a measure of few pairs may be too high by chance, and does not excuse twice as much',
    log: measured(600, 48, 240, 16),
    rule: 'strip v',
    tier: 'probe',
  },
  {
    why: 'a measure of many pairs excuses what it explains',
    log: measured(600, 26, 2400, 96),
    rule: 'strip v',
    tier: 'apply',
  },
  {
    why: 'it does not excuse what it does not explain, however small the share',
    log: measured(6000, 280, 2400, 48),
    rule: 'strip v',
    tier: 'probe',
  },
  {
    why: 'contents that every fetch shows are not noise, whatever was measured',
    log: [...measured(200, 8, 2400, 120), ...measured(200, 8, 0, 0)],
    rule: 'strip v',
    tier: 'probe',
  },
  {
    why: 'while those of single fetches may be',
    log: measured(200, 8, 2400, 120),
    rule: 'strip v',
    tier: 'apply',
  },
  {
    why: 'noise that other rules show is forgiven',
    log: noisyLog(300, 0.05, [page, tagged, slashed, visited], (_, n) => `${n}`),
    rule: 'strip v',
    tier: 'apply',
  },
  {
    why: 'nothing else tells of noise, and there is none: no rule is its own measure',
    log: noisyLog(300, 0, [page, tagged], decidesEvery(5)),
    rule: 'strip v',
    tier: 'probe',
  },
  {
    why: 'one content in a hundred may differ where nothing measures noise',
    log: noisyLog(600, 0.002, [page, tagged], (_, n) => `${n}`),
    rule: 'strip v',
    tier: 'apply',
  },
  {
    why: 'more may be pages of their own: a rule that is alone does not measure its own noise',
    log: noisyLog(600, 0.02, [page, tagged], (_, n) => `${n}`),
    rule: 'strip v',
    tier: 'probe',
  },
  {
    why: 'fetches of URLs that differ in tracking alone measure it',
    log: noisyLog(
      600,
      0.02,
      [page, tagged, (n) => `${page(n)}?utm_source=a`, (n) => `${page(n)}?gclid=${n}`],
      (_, n) => `${n}`,
    ),
    rule: 'strip v',
    tier: 'apply',
  },
  {
    why: 'the same of a rewrite',
    log: noisyLog(600, 0.02, [(n) => `${S}/story?id=${n}`, (n) => `${S}/story_${n}`], (_, n) => `${n}`),
    rule: 'rewrite /story?id=#1 /story_$1',
    tier: 'probe',
  },
  {
    why: 'URLs that were fetched twice measure it',
    log: [1, 2].flatMap((pass) =>
      noisyLog(600 + pass, 0.02, [(n) => `${S}/story?id=${n}`, (n) => `${S}/story_${n}`], (_, n) => `${n}`),
    ),
    rule: 'rewrite /story?id=#1 /story_$1',
    tier: 'apply',
  },
  {
    why: 'a content that several URLs show is no accident',
    log: noisyLog(300, 0.04, [page, tagged, visited, both, slashed], decidesEvery(12)),
    rule: 'strip v',
    tier: 'probe',
  },
  {
    why: 'two rules about one parameter do not vouch for each other',
    log: noisyLog(
      300,
      0,
      [page, (n) => `${S}/p/${n}?page=1`, (n) => `${S}/p/${n}?page=2`],
      (url, n) => `${n}${n % 8 === 0 && url.endsWith('=2') ? ' second' : ''}`,
    ),
    rule: 'default page=2',
    tier: 'probe',
  },
  {
    why: 'nor where the first of them shows that there is none',
    log: noisyLog(
      300,
      0,
      [page, (n) => `${S}/p/${n}?page=1`, (n) => `${S}/p/${n}?page=2`, (n) => `${S}/p/${n}?page=3`],
      (url, n) => `${n}${n % 10 === 0 && /=[23]$/.test(url) ? url.slice(-1) : ''}`,
    ),
    rule: 'rewrite /p/#1?page=2 /p/$1',
    tier: 'probe',
  },
]
describe('noise', () => {
  for (const { why, log, rule, tier } of rows) {
    test(`${rule}: ${tier} (${why})`, async () => assert.equal((await findRule(log, rule))?.tier, tier))
  }
})

test('a parameter has one default, another value that means as much becomes a rewrite, and each rule that is listed is active', async () => {
  const log = noisyLog(
    300,
    0,
    [page, (n) => `${S}/p/${n}?page=0`, (n) => `${S}/p/${n}?page=1`, (n) => `${S}/p/${n}?page=2`],
    (url, n) => `${n}${url.endsWith('=2') ? ' second' : ''}`,
  )
  const { policy, rules } = await learnRules(log)
  const { paths, rewrites } = policy.sites?.['s.example'] ?? {}
  assert.deepEqual(paths?.['/p']?.query?.defaults, { page: '0' })
  assert.deepEqual(
    rewrites?.map(({ match }) => match),
    ['/p/#1?page=1'],
  )
  assert.equal(rules.filter(({ tier }) => tier === 'apply').length, 2)
})

test('one error page for all of them is an accident, however often it is seen', async () => {
  const log = noisyLog(300, 0, [page, tagged, slashed, visited], (_, n) => `${n}`)
  const broken = log.map((record, at) => (at % 29 === 0 ? { url: record.url, contentHash: 'busy' } : record))
  const rule = await findRule(broken, 'strip v')
  assert.ok((rule?.failures ?? 0) > 10)
  assert.equal(rule?.tier, 'apply')
})
