import { hideSecrets, hideSecretsInExamples } from '../compile/hide-secrets.ts'
import type { LearnedRule } from '../log/types.ts'
import type { ProbeReport } from './probe-report.ts'

/** A rule with the result of its probe, if it was probed. */
export interface ProbedRule extends LearnedRule {
  readonly probe?: ProbeReport
}

/** The part of a rule that is written into a policy: the evidence for and against it, without secrets. */
export function toEvidence(rule: ProbedRule): object {
  const { id, site, host, scope, except, tier, fields, changes, proposed, ...evidence } = toPublicRule(rule)
  return { rule: id, ...evidence }
}

/** Makes a rule safe to show: policies and reports are shared, and logs contain sessions and passwords. */
export function toPublicRule(rule: ProbedRule): ProbedRule {
  const { probe, ...shown } = hideSecretsInExamples(rule)
  return probe === undefined ? shown : { ...shown, probe: toPublicProbe(probe) }
}

const toPublicProbe = (probe: ProbeReport): ProbeReport => ({
  ...probe,
  counterExamples: probe.counterExamples.map(([url, other]) => [hideSecrets(url), hideSecrets(other)]),
})
