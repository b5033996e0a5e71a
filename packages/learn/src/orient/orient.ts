import { getCompiledPolicy, type Policy } from '@canonist/core/internal/normalize/policy'
import { isUnstable, runPolicy } from '@canonist/core/internal/normalize/run-policy'
import { PolicyError } from '@canonist/core/internal/policy/policy-error'
import type { PolicySpec } from '@canonist/core/internal/policy/spec'
import { domainToAscii } from '@canonist/core/internal/url/idna/index'
import { readPlace } from '../log/form.ts'
import { createApply } from '../propose/candidate.ts'
import { compileSite, isEverywhere, type ProvedRule } from '../compile/compile-site.ts'
import type { Judgement } from '../judge/judge.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_FOLLOWED, MAX_DIVERGING } = THRESHOLDS.orient

type Sections = NonNullable<PolicySpec['sites']>

/** Defines a policy with these sections, on top of the extended policy. Throws a PolicyError if a URL would never be stable. */
export type DefineSections = (sections: Sections) => Policy

/** A judgement, and the rule for the policy. */
export interface Chosen {
  readonly judgement: Judgement
  readonly rule: ProvedRule
}

/**
 * Adds rules to the chosen ones, the best first. Leaves out a rule if a URL of the log would then never be stable, or would end
 * elsewhere than without it.
 */
export function addStableRules(
  before: readonly Chosen[],
  added: readonly Chosen[],
  scopes: ReadonlyMap<string, readonly string[]>,
  define: DefineSections,
): readonly Chosen[] {
  const isStable = (all: readonly Chosen[], tried: readonly Chosen[]): boolean => {
    const policy = tryToDefine(
      define,
      compileSite(
        all.map(({ rule }) => rule),
        scopes,
      ),
    )
    return tried.every(({ judgement }) => endsAlike(judgement, policy))
  }
  const all = joinRules(before, added)
  if (isStable(all, added)) return all
  let kept = before
  for (const one of added) {
    const more = joinRules(kept, [one])
    if (isStable(more, [one])) kept = more
  }
  return kept
}

/** If two hosts turn out to be the same, each takes over the rules of the other. */
function joinRules(before: readonly Chosen[], added: readonly Chosen[]): Chosen[] {
  const left = before.filter(({ rule }) => !added.some((other) => covers(other.rule, rule)))
  const moving = added.filter(({ rule }) => rule.edits.some(({ family }) => family === 'host'))
  const moved = moving.flatMap(({ rule }) => rule.hosts)
  const isMoved = ({ hosts, edits }: ProvedRule): boolean =>
    hosts.some((host) => moved.includes(host)) && edits.every(({ belongsTo }) => belongsTo === undefined)
  const spread = left.map(({ judgement, rule }) =>
    isMoved(rule)
      ? { judgement, rule: Object.assign({}, rule, { hosts: [...new Set([...rule.hosts, ...moved])] }) }
      : { judgement, rule },
  )
  return [...spread, ...added]
}

/** A rule that removes a parameter replaces a rule on one of its values. */
function covers(rule: ProvedRule, older: ProvedRule): boolean {
  const [dropped, another] = rule.edits
  const [value] = older.edits
  return (
    another === undefined &&
    older.edits.length === 1 &&
    dropped?.name !== undefined &&
    dropped.value === undefined &&
    value?.name === dropped.name &&
    value.value !== undefined &&
    isEverywhere(rule) &&
    older.hosts.every((host) => rule.hosts.includes(host))
  )
}

function tryToDefine(define: DefineSections, sections: Sections): Policy | null {
  try {
    return define(sections)
  } catch (error) {
    if (error instanceof PolicyError) return null
    throw error
  }
}

/** Whether the policy is stable, and gives the same result with and without applying the rule first. */
function endsAlike({ trial, holds }: Judgement, policy: Policy | null): boolean {
  if (policy === null) return false
  const compiled = getCompiledPolicy(policy)
  const apply = createApply(trial.candidate)
  const followed = trial.changed.filter((form) => holds(readPlace(form))).slice(0, MAX_FOLLOWED)
  const diverging = followed.filter((form) => {
    if (isUnstable(compiled, form.text, domainToAscii)) return true
    return runPolicy(compiled, apply(form), domainToAscii) !== runPolicy(compiled, form.text, domainToAscii)
  })
  return diverging.length <= MAX_DIVERGING * followed.length
}
