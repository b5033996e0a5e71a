import { createApply, joinFields } from '../propose/candidate.ts'
import { countClaims, type ResolvedClaim } from '../propose/claims.ts'
import type { Form } from '../log/form.ts'
import { hideSecretsInExamples } from './hide-secrets.ts'
import type { Judgement } from '../judge/judge.ts'
import type { SiteData } from '../log/site-data.ts'
import type { Collision, Trial } from '../trial/trial.ts'
import type { LearnedRule, RuleExample } from '../log/types.ts'
import type { Validity } from './validity.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_EXAMPLES } = THRESHOLDS.describeRule

/** Converts a judgement to the public form of a rule. */
export function describeRule(
  judgement: Judgement,
  data: SiteData,
  claims: readonly ResolvedClaim[],
  validity: Validity,
): LearnedRule {
  const { trial, tier, scope, except, count, holdOut, bound, falseDiscovery, prior, collisions } = judgement
  const { id, edits, hosts } = trial.candidate
  const good = collisions.filter(({ agreeing, trials }) => agreeing === trials)
  const bad = trial.collisions.filter(({ agreeing, trials }) => agreeing < trials)
  const shown = tier === 'reject' ? bad.slice(0, MAX_EXAMPLES) : bad
  return {
    id,
    family:
      edits.find(({ family }) => family === 'rewrite' || family === 'host')?.family ?? edits[0]?.family ?? 'rewrite',
    site: data.site,
    host: hosts[0] ?? '',
    scope,
    except,
    tier,
    fields: joinFields(edits),
    support: round(count.agreeing),
    failures: round(count.trials - count.agreeing),
    bound: round(bound),
    falseDiscovery: Number(falseDiscovery.toPrecision(2)),
    holdOut: { support: round(holdOut.agreeing), failures: round(holdOut.trials - holdOut.agreeing) },
    prior,
    ...countClaims(trial.candidate, tier === 'reject' ? [] : claims),
    proposed: trial.candidate.proposers[0] + trial.candidate.proposers[1],
    changes: trial.changed.reduce((sum, { urls }) => sum + urls.length, 0),
    examples:
      good.length > 0
        ? good.slice(0, MAX_EXAMPLES).map((each) => toExample(each, data))
        : listUntriedExamples(trial, data),
    counterExamples: shown.map((collision) => toExample(collision, data)),
    ...validity,
  }
}

const round = (value: number): number => Math.round(value * 1000) / 1000

/** Two URLs of a collision as they were logged, with the content of their forms: two that disagree, if any do. */
function toExample({ becomes, forms }: Collision, { urls, clusters }: SiteData): RuleExample {
  const [first, ...others] = forms.filter(({ label }) => label !== -1)
  const other = others.find(({ label }) => label !== first?.label) ?? others[0]
  const findUrl = (form: Form | undefined): string =>
    urls[form?.urls.find((url) => clusters[url] === form.label) ?? form?.urls[0] ?? -1] ?? ''
  return { urls: [findUrl(first), findUrl(other)], becomes }
}

/** Examples for a rule without collisions: URLs that it would change, with the result. */
function listUntriedExamples({ candidate, changed }: Trial, { urls }: SiteData): RuleExample[] {
  const apply = createApply(candidate)
  return changed.slice(0, MAX_EXAMPLES).map((form) => {
    const becomes = apply(form)
    return { urls: [urls[form.urls[0] ?? -1] ?? '', becomes], becomes }
  })
}

/** The part of a rule that is written into the policy: the evidence for and against it, without secrets. */
export function toEvidence(rule: LearnedRule): object {
  const { id, site, host, scope, except, tier, fields, changes, proposed, ...evidence } = hideSecretsInExamples(rule)
  return { rule: id, ...evidence }
}
