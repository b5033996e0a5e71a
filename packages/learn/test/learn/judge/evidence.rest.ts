import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { definePolicy } from '@canonist/core'
import { learnRules } from '../../../src/learn/learn-rules.ts'
import { UnsortedLogError } from '../../../src/log/unsorted-log-error.ts'
import type { CrawlRecord, LearnedRule } from '../../../src/log/types.ts'
import { resolveReference } from '../../../src/log/resolve-reference.ts'
import { createLog } from '../logs.ts'

const S = 'https://s.example'
const withFrom = createLog(
  60,
  (n) => `${S}/p/${n}`,
  (n) => `${S}/p/${n}?from=${n % 9}`,
)

async function findRule(log: readonly CrawlRecord[], part: string): Promise<LearnedRule | undefined> {
  return (await learnRules(log)).rules.find(({ id }) => id.includes(part))
}

describe('the evidence of a rule', () => {
  test('counts distinct contents, and shows pairs of the log', async () => {
    const rule = await findRule(withFrom, 'strip from')
    assert.deepEqual([rule?.tier, rule?.support, rule?.failures, rule?.changes], ['apply', 60, 0, 60])
    assert.deepEqual(rule?.examples[0], {
      urls: [`${S}/p/10?from=1`, `${S}/p/10`],
      becomes: `${S}/p/10`,
    })
  })

  test('lists every counter-example', async () => {
    const wrong = [7, 8, 10].map((n) => ({ url: `${S}/p/${n}?from=x`, contentHash: `another ${n}` }))
    const rule = await findRule([...withFrom, ...wrong], 'strip from')
    assert.equal(rule?.counterExamples.length, 3)
  })

  test('is in the policy: beside fields, and in each rewrite', async () => {
    const stories = createLog(
      60,
      (n) => `${S}/story?id=${n}`,
      (n) => `${S}/story_${n}`,
    )
    const { policy } = await learnRules([...withFrom, ...stories])
    const section = definePolicy(policy).spec.sites?.['s.example']
    assert.match(JSON.stringify(section?.paths?.['/p']?.evidence), /"rule":"s.example: strip from".*"support":60/)
    assert.match(JSON.stringify(section?.rewrites?.[0]?.evidence), /"bound":0\.9/)
  })

  test('has claims in columns of their own, which prove nothing', async () => {
    const moved = Array.from({ length: 50 }, (_, n) => ({
      url: `${S}/old/${n}`,
      status: 301,
      redirect: `${S}/new/${n}`,
    }))
    const { policy } = await learnRules([...createLog(50, (n) => `${S}/new/${n}`), ...moved])
    assert.equal(policy.sites, undefined)
    const claims = withFrom.map(({ url, contentHash }) => ({ url, contentHash, canonical: url.replace(/\?.*/, '') }))
    const rule = await findRule(claims, 'strip from')
    assert.deepEqual(rule?.canonicals, { agree: 60, against: 0 })
    assert.equal(rule?.support, 60)
  })

  test('counts pages that declare their own URL, which contradict rules that change it', async () => {
    const claims = withFrom.map(({ url, contentHash }) => ({ url, contentHash, canonical: url }))
    const rule = await findRule(claims, 'strip from')
    assert.deepEqual(rule?.canonicals, { agree: 0, against: 60 })
  })

  const moved = (count: number): CrawlRecord[] =>
    Array.from({ length: count }, (_, n) => ({ url: `${S}/old/${n + 1}`, status: 301, redirect: `${S}/new/${n + 1}` }))
  const claimed = [
    {
      why: 'nothing was tried, and the site says it',
      log: moved(60),
      tier: 'probe',
      redirects: { agree: 60, against: 0 },
    },
    {
      why: 'nothing was tried, and the site says otherwise, too',
      log: [...moved(60), { url: `${S}/old/99`, status: 301, redirect: `${S}/gone` }],
      tier: 'reject',
      redirects: { agree: 0, against: 0 },
    },
  ]
  for (const { why, log, tier, redirects } of claimed) {
    test(`a rule that only redirects propose: ${tier} (${why})`, async () => {
      const rule = await findRule([...createLog(60, (n) => `${S}/new/${n}`), ...log], '/old/')
      assert.deepEqual([rule?.tier, rule?.redirects], [tier, redirects])
    })
  }
})

test('rules have the dates when they were learned and when they expire, if the caller passes the time', async () => {
  const now = (): Date => new Date('2026-01-01T10:00:00Z')
  const { policy, rules } = await learnRules(withFrom, { now, validDays: 30 })
  const dates = { learnedAt: '2026-01-01T10:00:00.000Z', expiry: '2026-01-31T10:00:00.000Z' }
  for (const { learnedAt, expiry } of rules) assert.deepEqual({ learnedAt, expiry }, dates)
  const [evidence] = policy.sites?.['s.example']?.paths?.['/p']?.evidence ?? []
  assert.partialDeepStrictEqual(evidence, dates)
  const later = await learnRules(withFrom, { now: () => new Date('2027-01-01') })
  assert.equal(definePolicy(later.policy).fingerprint, definePolicy(policy).fingerprint)
  assert.equal('learnedAt' in ((await learnRules(withFrom)).rules[0] ?? {}), false)
})

const references = [
  { reference: 'https://s.example/p/7', is: `${S}/p/7` },
  { reference: '//s.example/p/7', is: `${S}/p/7` },
  { reference: '/p/7', is: `${S}/p/7` },
  { reference: '7', is: `${S}/p/7` },
  { reference: '../p/7', is: `${S}/p/../p/7` },
  { reference: '?from=', is: `${S}/p/9?from=` },
  { reference: '#top', is: `${S}/p/9?x=1#top` },
  { reference: '', is: `${S}/p/9?x=1` },
]
for (const { reference, is } of references) {
  test(`at ${S}/p/9?x=1 a reference to ${JSON.stringify(reference)} means ${is}`, () =>
    assert.equal(resolveReference(reference, `${S}/p/9?x=1`), is))
}

test('claims may be written as servers and pages write them', async () => {
  const claims = withFrom.map(({ url, contentHash }) => ({
    url,
    contentHash,
    canonical: url.slice(S.length).replace(/\?.*/, ''),
  }))
  assert.deepEqual((await findRule(claims, 'strip from'))?.canonicals, { agree: 60, against: 0 })
})

test('null and empty fields are no fields', async () => {
  const nothing = { redirect: null, status: null, canonical: '', simhash: '' } as unknown as Partial<CrawlRecord>
  const log = withFrom.map(({ url, contentHash }) => Object.assign({ url, contentHash }, nothing))
  assert.equal((await learnRules(log)).figures.urls, withFrom.length)
  assert.equal((await findRule(log, 'strip from'))?.tier, 'apply')
})

describe('a list of URLs without contents', () => {
  test('gives likely rules that are all to be probed, and an empty policy', async () => {
    const list = withFrom.map(({ url }) => ({ url }))
    const { policy, rules, doubtful } = await learnRules(list)
    assert.equal(policy.sites, undefined)
    assert.deepEqual(doubtful, rules)
    const rule = rules.find(({ id }) => id.endsWith('strip from'))
    assert.deepEqual([rule?.tier, rule?.proposed, rule?.examples[0]?.becomes], ['probe', 60, `${S}/p/10`])
  })
})

const figures = [
  { why: 'what is no URL', log: [{ url: 'mailto:a@b.example' }], invalid: 1, urls: 0 },
  { why: 'an error', log: [{ url: `${S}/a`, status: 500, contentHash: 'x' }], invalid: 0, urls: 0 },
  { why: 'a redirect', log: [{ url: `${S}/a`, status: 302, redirect: `${S}/b` }], invalid: 0, urls: 0 },
  { why: 'the same URL twice', log: [{ url: `${S}/a` }, { url: 'HTTPS://S.example/a' }], invalid: 0, urls: 1 },
]
for (const { why, log, invalid, urls } of figures) {
  test(`${why} counts as ${urls} URLs`, async () => {
    const { figures } = await learnRules(log)
    assert.deepEqual([figures.records, figures.invalid, figures.urls], [log.length, invalid, urls])
  })
}

test('a log of sites that stand together gives the same, one site after the other', async () => {
  const log = ['a', 'b', 'c'].flatMap((name) =>
    createLog(
      60,
      (n) => `https://${name}.example/p/${n}`,
      (n) => `https://${name}.example/p/${n}?from=${n % 9}`,
    ),
  )
  assert.deepEqual(await learnRules(log, { sorted: true }), await learnRules(log))
})

test('a larger site proposes rules by a sample, with the URLs of a page together, and all of it is counted', async () => {
  const log = createLog(
    400,
    (n) => `${S}/p/${n}`,
    (n) => `${S}/p/${n}?from=${n % 9}`,
  )
  const { figures, policy, rules, sites } = await learnRules(log, { maxUrlsPerSite: 300 })
  const [{ sampled = 0 } = {}] = sites
  assert.ok(sampled <= 300 && sampled > 250)
  assert.deepEqual([figures.urls, figures.redundancy, figures.reduction], [800, 0.5, 0.5])
  assert.deepEqual(policy.sites?.['s.example']?.paths?.['/p']?.query?.strip, ['from'])
  assert.deepEqual(
    rules.filter(({ tier }) => tier === 'apply').map(({ id, support }) => [id, support]),
    [['s.example: strip from', 400]],
  )
})

test('a log of very many sites is learned from, each site with one record', async () => {
  const records = Array.from({ length: 150_000 }, (_, n) => ({ url: `https://s${n}.example/`, contentHash: `${n}` }))
  const { figures } = await learnRules(records)
  assert.deepEqual([figures.sites, figures.urls], [150_000, 150_000])
})

test('a log that is said to be sorted and is not fails, and loses no rules silently', async () => {
  const log = [...withFrom, { url: 'https://other.example/' }, ...withFrom]
  await assert.rejects(
    learnRules(log, { sorted: true }),
    (error) =>
      error instanceof UnsortedLogError && error.site === 's.example' && /are not adjacent/.test(error.message),
  )
})
