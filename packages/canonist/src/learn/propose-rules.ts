import type { LearnedRule, RuleExample } from '@canonist/core/learn'
import type { Registry } from '../registry/registry.ts'
import { LEARNED_RULE, type LearnedRuleDetail } from '../registry/reviews/learned-rule-kind.ts'
import type { RaiseResult } from '../registry/reviews/raise-reviews.ts'
import { publicRule, type ProbedRule } from './rule-evidence.ts'
import { sectionsOf } from './rule-sections.ts'
import { countOf, isSeen, probeOf } from './rule-words.ts'

const MOST_COUNTER_EXAMPLES = 5

/**
 * Asks a person about each rule: what is accepted becomes an entry of the registry's policy. A rule that comes up again is
 * the same question, with what is known now.
 *
 * @returns what became of them, in no order
 */
export function proposeRules(registry: Registry, rules: readonly LearnedRule[]): Promise<RaiseResult[]> {
  return registry.raiseReviews(
    rules.map((rule) => ({
      kind: LEARNED_RULE,
      subject: rule.id,
      detail: detailOf(rule),
      count: rule.changes,
      isWhole: true,
    })),
  )
}

function detailOf(rule: ProbedRule): LearnedRuleDetail {
  const probed = probeOf(rule)
  const proof = [`${countOf(rule)} contents agree`, `bound ${rule.bound}`, ...(probed === null ? [] : [probed])]
  return { sites: sectionsOf(rule), proof: proof.join(', '), examples: examplesOf(publicRule(rule)) }
}

function examplesOf(rule: LearnedRule): string[] {
  const { examples, counterExamples } = rule
  const pair =
    (sign: string): ((example: RuleExample) => string) =>
    (example) =>
      example.urls.join(` ${sign} `)
  return [
    ...examples.map(pair(isSeen(rule) ? '=' : '→')),
    ...counterExamples.slice(0, MOST_COUNTER_EXAMPLES).map(pair('≠')),
  ]
}
