import type { LearnedRule, LearnResult, RuleExample } from '@canonist/learn/internal/log/types'
import { addRules } from '@canonist/learn/internal/rules/add-rule'
import { addExamples } from '@canonist/learn/internal/rules/add-examples'
import { toPublicRule, type ProbedRule } from '@canonist/learn/internal/rules/rule-evidence'
import type { Registry } from '@canonist/registry/internal/registry/registry'
import type { RaiseResult } from '@canonist/registry/internal/registry/reviews/raise-reviews'
import { LEARNED_RULE, type LearnedRuleDetail } from '@canonist/registry/internal/registry/reviews/learned-rule-kind'
import { createSections } from '@canonist/learn/internal/rules/rule-sections'
import { describeCount, isSeen, describeProbe } from '@canonist/learn/internal/rules/describe-rule'

export type { RaiseResult } from '@canonist/registry/internal/registry/reviews/raise-reviews'

/** Which rules the policy gets: proved ones, or also those that are only likely. */
export type LearnTier = 'apply' | 'probe'

/** What was learned as people may see it, with a policy of the rules of this tier and examples in it. */
export function publishLearned(result: LearnResult, tier: LearnTier = 'apply'): LearnResult {
  const shown = { ...result, rules: result.rules.map(toPublicRule), doubtful: result.doubtful.map(toPublicRule) }
  const policy = addRules(shown.policy, tier === 'probe' ? shown.doubtful : [])
  return { ...shown, policy: addExamples(policy, listRules(shown, tier)) }
}

/** Puts each rule of the tier into the review queue; what is accepted becomes part of the registry's policy. */
export function proposeLearned(
  registry: Registry,
  result: LearnResult,
  tier: LearnTier = 'apply',
): Promise<RaiseResult[]> {
  return proposeRules(registry, listRules(result, tier))
}

const listRules = ({ rules }: LearnResult, wanted: LearnTier): LearnedRule[] =>
  rules.filter(({ tier }) => tier === 'apply' || tier === wanted)

const MAX_COUNTER_EXAMPLES = 5

/**
 * Raises a review for each rule. Accepted rules become entries of the registry's policy. A rule that is proposed again updates
 * its review.
 *
 * @returns the result for each review, in no particular order
 */
export function proposeRules(registry: Registry, rules: readonly LearnedRule[]): Promise<RaiseResult[]> {
  return registry.raiseReviews(
    rules.map((rule) => ({
      kind: LEARNED_RULE,
      subject: rule.id,
      detail: createDetail(rule),
      count: rule.changes,
      isWhole: true,
    })),
  )
}

function createDetail(rule: ProbedRule): LearnedRuleDetail {
  const probed = describeProbe(rule)
  const proof = [`${describeCount(rule)} contents agree`, `bound ${rule.bound}`, ...(probed === null ? [] : [probed])]
  return { sites: createSections(rule), proof: proof.join(', '), examples: listExamples(toPublicRule(rule)) }
}

function listExamples(rule: LearnedRule): string[] {
  const { examples, counterExamples } = rule
  const pair =
    (sign: string): ((example: RuleExample) => string) =>
    (example) =>
      example.urls.join(` ${sign} `)
  return [
    ...examples.map(pair(isSeen(rule) ? '=' : '→')),
    ...counterExamples.slice(0, MAX_COUNTER_EXAMPLES).map(pair('≠')),
  ]
}
