import type { PolicySpec } from '@canonist/core'
import type { LearnedRule } from '../log/types.ts'
import { addRule } from '../rules/add-rule.ts'
import type { ProbedRule } from '../rules/rule-evidence.ts'
import { describeAction } from '../rules/describe-rule.ts'
import type { ProbeRequester } from './probe-requester.ts'
import { probeRule } from './probe-rule.ts'
import type { ProbeReport } from '../rules/probe-report.ts'
import { markCovered } from './mark-covered.ts'
import { listTrialPairs } from './trial-pairs.ts'

/**
 * Probes the doubtful rules of one site in turn, each together with those that were confirmed before. Rules that have no effect
 * beside them are marked as covered.
 */
export async function probeSite(
  rules: readonly LearnedRule[],
  urls: readonly string[],
  policy: PolicySpec,
  requester: ProbeRequester,
): Promise<readonly ProbedRule[]> {
  const probed: ProbedRule[] = []
  let known = policy
  for (const rule of rules.toSorted(compareRules)) {
    const pairs = requester.hasBudget ? listTrialPairs(rule, urls, known) : []
    const probe = await probeRule(pairs, requester)
    const result = { ...rule, tier: toTier(probe), probe }
    const added = result.tier === 'apply' ? addRule(known, result) : null
    if (added !== null) known = added
    probed.push(result.tier === 'apply' && added === null ? { ...result, tier: 'probe' } : result)
  }
  return markCovered(probed, urls, known)
}

/** Single edits before joint ones, which they may cover; then the rules that change most URLs. */
function compareRules(a: LearnedRule, b: LearnedRule): number {
  return countEdits(a) - countEdits(b) || b.changes - a.changes
}

const countEdits = (rule: LearnedRule): number => describeAction(rule).split(' & ').length

const toTier = ({ verdict }: ProbeReport): LearnedRule['tier'] =>
  verdict === 'confirmed' ? 'apply' : verdict === 'refuted' ? 'reject' : 'probe'
