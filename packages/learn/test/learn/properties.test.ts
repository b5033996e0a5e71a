import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createNormalizer, definePolicy, type SiteSpec } from '@canonist/core'
import { learnRules } from '../../src/learn/learn-rules.ts'
import type { CrawlRecord, LearnResult } from '../../src/log/types.ts'
import { createRandom, shuffle } from './logs.ts'
import { runs } from '@canonist/test-support/runs.ts'

const ORIGINS = ['https://h.example', 'http://h.example', 'https://www.h.example', 'https://m.h.example']
const SPELLINGS: readonly ((page: number, noise: number) => string)[] = [
  (page) => `/p/${page}`,
  (page) => `/p/${page}/`,
  (page, noise) => `/p/${page}?s=${noise}`,
  (page) => `/show?id=${page}`,
  (page, noise) => `/show?id=${page}&ref=${noise % 7}`,
  (page, noise) => `/p/${page}-title-${noise % 9}`,
  (page) => `/P/${page}`,
  (page) => `/en/p/${page}`,
  (page) => `/p/${page}/index.html`,
]

/** A site with habits of its own: some spellings mean the same, the others are pages of their own. */
function randomLog(seed: number): CrawlRecord[] {
  const random = createRandom(seed)
  const same = SPELLINGS.map(() => random() < 0.5)
  const origins = ORIGINS.filter(() => random() < 0.5)
  return Array.from({ length: 400 }, () => {
    const spelling = Math.floor(random() * SPELLINGS.length)
    const page = Math.floor(random() * 90)
    const origin = origins[Math.floor(random() * origins.length)] ?? 'https://h.example'
    const url = origin + (SPELLINGS[spelling]?.(page, Math.floor(random() * 1000)) ?? '')
    const isNoise = random() < 0.02
    return { url, contentHash: isNoise ? `noise ${random()}` : `${page} ${same[spelling] === true ? '' : spelling}` }
  })
}

function contentsByUrl(log: readonly CrawlRecord[]): Map<string, Set<string>> {
  const contents = new Map<string, Set<string>>()
  for (const { url, contentHash = '' } of log) contents.set(url, (contents.get(url) ?? new Set()).add(contentHash))
  return contents
}

const registrableDomain = (): string => 'h.example'
const learn = (log: readonly CrawlRecord[]): Promise<LearnResult> => learnRules(log, { registrableDomain })
const seeds = fc.integer({ min: 1, max: 1_000_000 })
const RUNS = runs(12)

describe('a learned policy', () => {
  test('gives the same result however often it is applied, also for URLs that are not in the log', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const log = randomLog(seed)
        const normalize = createNormalizer(definePolicy((await learn(log)).policy))
        for (const { url } of [...log, ...randomLog(seed + 1)]) {
          const once = normalize(url)
          assert.ok(once !== null)
          assert.equal(normalize(once), once)
        }
      }),
      RUNS,
    )
  })

  test('does not depend on the order of the records', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const log = randomLog(seed)
        assert.deepEqual(await learn(shuffle(log, createRandom(seed + 7))), await learn(log))
      }),
      RUNS,
    )
  })

  test('has no rule without evidence, and none that the evidence speaks against', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { rules } = await learn(randomLog(seed))
        for (const { tier, bound, holdOut, examples } of rules.filter(({ tier }) => tier === 'apply')) {
          assert.ok(tier === 'apply' && bound >= 0.9 && holdOut.support >= 4 && examples.length > 0)
        }
      }),
      RUNS,
    )
  })

  test('shows pairs of the log that bear out what it says, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const log = randomLog(seed)
        const contents = contentsByUrl(log)
        const { policy, rules } = await learn(log)
        const normalize = createNormalizer(definePolicy(policy))
        for (const { examples, counterExamples } of rules.filter(({ tier }) => tier === 'apply')) {
          for (const { urls } of examples) {
            // A URL may have been fetched twice, once in vain.
            const [one, other] = [contents.get(urls[0]), contents.get(urls[1])]
            assert.ok(
              [...(one ?? [])].some((content) => other?.has(content)),
              urls.join(),
            )
            assert.equal(normalize(urls[0]), normalize(urls[1]))
          }
          for (const { urls } of counterExamples) assert.notDeepEqual(contents.get(urls[0]), contents.get(urls[1]))
        }
      }),
      RUNS,
    )
  })

  test('says of every field where it comes from', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { policy, rules } = await learn(randomLog(seed))
        const known = new Set(rules.filter(({ tier }) => tier === 'apply').map(({ id }) => id))
        for (const section of Object.values(policy.sites ?? {})) {
          for (const { rewrites, evidence, ...fields } of [section, ...Object.values(section.paths ?? {})]) {
            const { paths, ...said } = fields as SiteSpec
            if (Object.keys(said).length > 0) assert.ok((evidence ?? []).length > 0, JSON.stringify(said))
            const proofs = [...(evidence ?? []), ...(rewrites ?? []).map((rewrite) => rewrite.evidence ?? {})]
            for (const proof of proofs) assert.ok('rule' in proof && known.has(String(proof.rule)))
          }
        }
      }),
      RUNS,
    )
  })

  test('loses every rule when no two URLs show the same', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const log = randomLog(seed).map(({ url }) => ({ url, contentHash: url }))
        assert.deepEqual((await learn(log)).policy, { name: 'learned', extends: 'rfc3986' })
      }),
      RUNS,
    )
  })

  test('loses a rule when the records that speak for it are taken away', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const log = randomLog(seed)
        for (const rule of (await learn(log)).rules.filter(({ tier }) => tier === 'apply')) {
          const changes = createNormalizer(definePolicy({ name: 'one', ...rule.fields }))
          const rest = log.filter(({ url }) => changes(url) === url)
          const again = (await learn(rest)).rules.filter(({ id, tier }) => id === rule.id && tier === 'apply')
          assert.deepEqual(again, [])
        }
      }),
      runs(4),
    )
  })
})
