import type { LearnedRule } from '@canonist/learn/internal/log/types'
import { listEvidence } from '@canonist/learn/internal/rules/policy-evidence'
import type { ProbedRule } from '@canonist/learn/internal/rules/rule-evidence'
import { plural } from '@canonist/core/internal/text/plural'
import type { LearnedRuleDetail } from '@canonist/registry/internal/registry/reviews/learned-rule-kind'
import { describeValidity } from '../../output/show-evidence.ts'

/** Evidence from a policy; other versions, or people, may have written only parts of it. */
type Proof = Partial<ProbedRule>

/** The evidence for and against a learned rule, row by row; empty for reviews of other kinds. */
export function listProofRows(detail: unknown): string[][] {
  const { sites } = detail as Partial<LearnedRuleDetail>
  // The hosts of a rule share one proof.
  const proof = sites === undefined ? undefined : listEvidence({ sites })[0]
  return proof === undefined ? [] : listRows(proof)
}

function listRows(proof: Proof): string[][] {
  const rows: (readonly [string, string | null])[] = [
    ['contents', formatCount(proof)],
    ['held out', proof.holdOut === undefined ? null : formatCount(proof.holdOut)],
    ['bound', formatBound(proof)],
    ['chance', formatChance(proof)],
    ['redirects', formatClaims(proof.redirects)],
    ['canonicals', formatClaims(proof.canonicals)],
    ['fetched', formatProbe(proof)],
    ['dates', describeValidity(proof)[0] ?? null],
  ]
  return rows.flatMap(([name, says]) => (says === null ? [] : [[name, says]]))
}

function formatCount({ support, failures }: Partial<LearnedRule['holdOut']>): string | null {
  if (support === undefined || failures === undefined) return null
  return `${support} of ${support + failures} agree`
}

function formatBound({ bound, prior = 0 }: Proof): string | null {
  if (bound === undefined) return null
  return prior === 0 ? `${bound}` : `${bound}, with ${plural(prior, 'content')} credited in advance`
}

function formatChance({ falseDiscovery }: Proof): string | null {
  return falseDiscovery === undefined ? null : `about ${falseDiscovery} of the rules that score this well are false`
}

function formatClaims(claims: LearnedRule['redirects'] | undefined): string | null {
  if (claims === undefined || claims.agree + claims.against === 0) return null
  return `${claims.agree} agree, ${claims.against} against`
}

function formatProbe({ probe }: Proof): string | null {
  if (probe === undefined) return null
  return `${probe.verdict}: ${probe.agree} of ${plural(probe.agree + probe.against, 'pair')} agree`
}
