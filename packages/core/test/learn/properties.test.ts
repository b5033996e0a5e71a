import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createNormalizer, definePolicy } from '../../src/index.ts'
import { learnRules, type CrawlRecord, type LearnResult } from '../../src/learn.ts'
import { createRandom, shuffle } from './logs.ts'

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

const registrableDomain = (): string => 'h.example'
const learn = (log: readonly CrawlRecord[]): Promise<LearnResult> => learnRules(log, { registrableDomain })
const seeds = fc.integer({ min: 1, max: 1_000_000 })
const RUNS = { numRuns: 12 }

describe('a learned policy', () => {
  test('gives the same however often it is applied, also to URLs that nobody has seen', async () => {
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
      { numRuns: 4 },
    )
  })
})
