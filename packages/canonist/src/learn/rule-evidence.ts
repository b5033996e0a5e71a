import type { LearnedRule } from '@canonist/core/learn'
import type { ProbeReport } from './probe/probe-report.ts'

/** A rule with what the network said about it, where it was asked. */
export interface ProbedRule extends LearnedRule {
  readonly probe?: ProbeReport
}

/** What of a rule is written into a policy beside it: all that speaks for and against it. */
export function evidenceOf(rule: ProbedRule): object {
  const { id, site, host, scope, except, tier, fields, changes, proposed, ...evidence } = rule
  return { rule: id, ...evidence }
}
