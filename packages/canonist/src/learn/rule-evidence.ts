import { hideSecrets, hideSecretsInExamples, type LearnedRule } from '@canonist/core/learn'
import type { ProbeReport } from './probe/probe-report.ts'

/** A rule with what the network said about it, where it was asked. */
export interface ProbedRule extends LearnedRule {
  readonly probe?: ProbeReport
}

/** What of a rule is written into a policy beside it: all that speaks for and against it, and nobody's secrets. */
export function toEvidence(rule: ProbedRule): object {
  const { id, site, host, scope, except, tier, fields, changes, proposed, ...evidence } = toPublicRule(rule)
  return { rule: id, ...evidence }
}

/** A rule that may be shown to others: policies and reports are made to be shared, and logs hold sessions and passwords. */
export function toPublicRule(rule: ProbedRule): ProbedRule {
  const { probe, ...shown } = hideSecretsInExamples(rule)
  return probe === undefined ? shown : { ...shown, probe: toPublicProbe(probe) }
}

const toPublicProbe = (probe: ProbeReport): ProbeReport => ({
  ...probe,
  counterExamples: probe.counterExamples.map(([url, other]) => [hideSecrets(url), hideSecrets(other)]),
})
