import type { LearnedRule, LearnResult } from '@canonist/learn/internal/log/types'
import { addRules } from '@canonist/learn/internal/rules/add-rule'
import { addExamples } from '@canonist/learn/internal/rules/add-examples'
import { proposeRules } from './propose-rules.ts'
import { toPublicRule } from '@canonist/learn/internal/rules/rule-evidence'
import type { Registry } from '@canonist/registry/internal/registry/registry'
import type { RaiseResult } from '@canonist/registry/internal/registry/reviews/raise-reviews'

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
