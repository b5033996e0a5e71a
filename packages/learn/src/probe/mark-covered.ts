import type { PolicySpec } from '@canonist/core'
import type { ProbedRule } from '../rules/rule-evidence.ts'
import { listChangedPairs, createMergeTest, createRulePolicy, type UrlPair } from './trial-pairs.ts'

/**
 * Marks doubtful rules that the policy already covers. If it merges all pairs that a rule would merge, there is nothing to fetch,
 * and adding the rule would change nothing.
 *
 * @param policy with the confirmed rules
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

/** All pairs, or none. For most rules, the first pair decides that they are not covered. */
function collectIfAll(isOne: (pair: UrlPair) => boolean, pairs: Iterable<UrlPair>): UrlPair[] {
  const all: UrlPair[] = []
  for (const pair of pairs) {
    if (!isOne(pair)) return []
    all.push(pair)
  }
  return all
}

/** Lists the rules that merge any of the pairs. */
function listContributors(rules: readonly ProbedRule[], pairs: readonly UrlPair[], policy: PolicySpec): string[] {
  return rules.filter((rule) => pairs.some(createMergeTest(createRulePolicy(rule, policy)))).map(({ id }) => id)
}

function toCovered(rule: ProbedRule, coveredBy: readonly string[]): ProbedRule {
  const { probe } = rule
  return { ...rule, tier: 'reject', ...(probe && { probe: { ...probe, verdict: 'covered', coveredBy } }) }
}
