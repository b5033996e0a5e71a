import type { LearnedRule, RuleExample } from '@canonist/core/learn'
import type { Registry } from '../registry/registry.ts'
import { LEARNED_RULE, type LearnedRuleDetail } from '../registry/reviews/learned-rule-kind.ts'
import type { RaiseResult } from '../registry/reviews/raise-reviews.ts'
import { toPublicRule, type ProbedRule } from './rule-evidence.ts'
import { createSections } from './rule-sections.ts'
import { describeCount, isSeen, describeProbe } from './describe-rule.ts'

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
