import { createNormalizer, definePolicy, type PolicySpec } from '@canonist/core'
import type { LearnedRule } from '@canonist/core/learn'
import { sectionsOf } from '../rule-sections.ts'

export type UrlPair = readonly [string, string]

/** URLs and what a rule alone makes of them, each result once; without those that the policy makes one already. */
export function trialPairs(rule: LearnedRule, urls: readonly string[], policy: PolicySpec): UrlPair[] {
  const alone = createNormalizer(definePolicy({ ...bare(policy), sites: sectionsOf(rule) }))
  const plain = createNormalizer(definePolicy(bare(policy)))
  const known = createNormalizer(definePolicy(policy))
  const pairs = new Map<string, UrlPair>()
  for (const url of urls) {
    const result = alone(url)
    if (result === null || result === plain(url) || known(url) === known(result) || pairs.has(result)) continue
    pairs.set(result, [url, result])
  }
  return [...pairs.values()]
}

const bare = ({ name, extends: base }: PolicySpec): PolicySpec => ({
  name,
  ...(base !== undefined && { extends: base }),
})
