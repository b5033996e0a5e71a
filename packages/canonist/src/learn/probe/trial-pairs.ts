import { createNormalizer, definePolicy, type PolicySpec } from '@canonist/core'
import type { LearnedRule } from '@canonist/core/learn'
import { sectionsOf } from '../rule-sections.ts'

export type UrlPair = readonly [string, string]

/** Of what speaks against a rule in the log, so much is asked for. */
const MOST_DOUBTS = 5

/**
 * URLs and what a rule alone makes of them, each result once; without those that the policy makes one already. First what
 * the log has against the rule: noise agrees by now, and a page that is another is seen at once.
 */
export function trialPairs(rule: LearnedRule, urls: readonly string[], policy: PolicySpec): UrlPair[] {
  const alone = createNormalizer(definePolicy({ ...bare(policy), sites: sectionsOf(rule) }))
  const plain = createNormalizer(definePolicy(bare(policy)))
  const known = createNormalizer(definePolicy(policy))
  const doubts = rule.counterExamples.filter(({ urls: [one, other] }) => known(one) !== known(other))
  const pairs = new Map(doubts.slice(0, MOST_DOUBTS).map(({ urls }): [string, UrlPair] => [alone(urls[0]) ?? '', urls]))
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
