import type { PolicySpec } from '@canonist/core'
import type { ProbedRule } from '../rule-evidence.ts'
import { listChangedPairs, createMergeTest, createRulePolicy, type UrlPair } from './trial-pairs.ts'

/**
 * The rules without doubt about those that have nothing left to say: where the policy makes one of all that a rule would,
 * there is nothing to fetch for it, and to add it would say the same twice.
 *
 * @param policy with what was confirmed
 */
export function markCovered(
  rules: readonly ProbedRule[],
  urls: readonly string[],
  policy: PolicySpec,
): readonly ProbedRule[] {
  const isOne = createMergeTest(policy)
  const confirmed = rules.filter(({ tier }) => tier === 'apply')
  return rules.map((rule) => {
    const pairs = rule.tier === 'probe' ? collectIfAll(isOne, listChangedPairs(rule, urls, policy)) : []
    return pairs.length > 0 ? toCovered(rule, listContributors(confirmed, pairs, policy)) : rule
  })
}

/** All pairs, or none: most rules have something to say, and then the first of their URLs tells. */
function collectIfAll(isOne: (pair: UrlPair) => boolean, pairs: Iterable<UrlPair>): UrlPair[] {
  const all: UrlPair[] = []
  for (const pair of pairs) {
    if (!isOne(pair)) return []
    all.push(pair)
  }
  return all
}

/** Those that have a part in it. */
function listContributors(rules: readonly ProbedRule[], pairs: readonly UrlPair[], policy: PolicySpec): string[] {
  return rules.filter((rule) => pairs.some(createMergeTest(createRulePolicy(rule, policy)))).map(({ id }) => id)
}

function toCovered(rule: ProbedRule, coveredBy: readonly string[]): ProbedRule {
  const { probe } = rule
  return { ...rule, tier: 'reject', ...(probe && { probe: { ...probe, verdict: 'covered', coveredBy } }) }
}
