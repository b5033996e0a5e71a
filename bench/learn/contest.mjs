// Lets contestants learn on every site of a set, and scores them on pages that they have not seen.
import { performance } from 'node:perf_hooks'

import { loadFamilies } from './families/index.mjs'
import { score, total } from './score.mjs'
import { makeSite } from './site.mjs'

/**
 * @param contestants `{ name, learn(records) }`, where `learn` gives `{ apply(url) }`, or a promise of it
 * @param setting of the sites: `urls`, `noise`, `fingerprints`
 * @returns by contestant: its name, its `sites` with their scores, and all of them together
 */
export async function runContest(contestants, set, setting, seeds = 1) {
  const results = contestants.map(({ name }) => ({ name, sites: [] }))
  for (const family of await loadFamilies(set)) {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const site = makeSite(family, { ...setting, seed })
      for (const [index, contestant] of contestants.entries())
        results[index].sites.push({ family: family.name, seed, ...(await scoreOn(contestant, site)) })
    }
  }
  return results.map(({ name, sites }) => ({ name, sites, total: total(sites) }))
}

async function scoreOn({ learn }, { train, test }) {
  const start = performance.now()
  const { apply, rules } = await learn(train)
  return { learnMs: performance.now() - start, rules, ...score(apply, test) }
}
