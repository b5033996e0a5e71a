import type { LearnedRule, RuleExample } from '@canonist/learn/internal/log/types'
import type { Registry } from '@canonist/registry/internal/registry/registry'
import { LEARNED_RULE, type LearnedRuleDetail } from '@canonist/registry/internal/registry/reviews/learned-rule-kind'
import type { RaiseResult } from '@canonist/registry/internal/registry/reviews/raise-reviews'
import { toPublicRule, type ProbedRule } from '@canonist/learn/internal/rules/rule-evidence'
import { createSections } from '@canonist/learn/internal/rules/rule-sections'
import { describeCount, isSeen, describeProbe } from '@canonist/learn/internal/rules/describe-rule'

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
