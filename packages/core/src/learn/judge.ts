import { wilsonLowerBound } from './bound.ts'
import type { Form } from './form.ts'
import { groupBy } from './site-state.ts'
import { findScopes, type Scope } from './scopes.ts'
import { countTrials, halfOf, sumCounts, type Collision, type Count, type Trial } from './trial.ts'
import type { RuleTier } from './types.ts'
import { judgeValues } from './values.ts'

const APPLY_BOUND = 0.9
const PROBE_BOUND = 0.6
/** A rule that is wrong more often than noise explains is not applied, however narrow its interval. */
const LEAST_SHARE = 0.95
const LEAST_SUPPORT = 4
/** Whatever is known in advance, some contents must speak for the rule. */
const MOST_PRIOR = 31

export interface Judgement extends Scope {
  readonly trial: Trial
  readonly tier: RuleTier
  readonly count: Count
  readonly holdOut: Count
  readonly bound: number
  readonly prior: number
  /** The collisions within the scope. */
  readonly collisions: readonly Collision[]
}

/**
 * @param agreement how often two fetches of one page agree
 * @param extraPrior agreeing contents in advance beside those of the edits themselves
 * @param shapeOf the kind of path that a form has
 */
export function judgeTrial(
  trial: Trial,
  agreement: number,
  extraPrior: number,
  shapeOf: (form: Form) => string,
): Judgement {
  const prior = Math.min(MOST_PRIOR, Math.min(...trial.candidate.edits.map((edit) => edit.prior)) + extraPrior)
  const scope = findScopes(trial, agreement)
  const collisions = trial.collisions.filter((collision) => scope.holds(collision.forms[0]?.scope ?? ''))
  const count = countTrials(collisions)
  const holdOut = countTrials(collisions.filter((collision) => isHeldOut(trial, collision)))
  const bound = boundOf(holdOut, prior, agreement)
  const isBroad = isBroadEnough(trial, collisions) && isTriedOnEveryShape(trial, shapeOf)
  const tier = tierOf(bound, holdOut, agreement, isBroad)
  return { trial, tier, count, holdOut, bound, prior, collisions, ...scope }
}

/** What noise makes fail is given back before the interval is taken; no more than failed. */
function boundOf({ agreeing, trials }: Count, prior: number, agreement: number): number {
  if (trials === 0) return 0
  return wilsonLowerBound(Math.min(trials, agreeing / agreement) + prior, trials + prior)
}

function tierOf(bound: number, { agreeing, trials }: Count, agreement: number, isBroad: boolean): RuleTier {
  const isGood = agreeing >= LEAST_SHARE * agreement * trials
  if (bound >= APPLY_BOUND && isGood && isBroad && agreeing >= LEAST_SUPPORT) return 'apply'
  return bound >= PROBE_BOUND && agreeing >= 1 ? 'probe' : 'reject'
}

/** A content may only speak for a rule that contents of the other half proposed too. */
const isHeldOut = ({ candidate }: Trial, { cluster }: Collision): boolean =>
  candidate.proposers[1 - halfOf(cluster)] !== 0

function isBroadEnough(trial: Trial, collisions: readonly Collision[]): boolean {
  const stripped = trial.candidate.edits.filter(({ name, value }) => name !== undefined && value === undefined)
  const verdicts = stripped.map(({ name }) => judgeValues(name ?? '', trial.changed, collisions))
  if (verdicts.includes('contradicted')) return false
  return stripped.length === 0 || (stripped.length === 1 ? verdicts[0] === 'broad' : verdicts.includes('broad'))
}

const LEAST_ON_SHAPE = 5
const LEAST_SHAPE_SHARE_AGREEING = 0.8
/** What is rarer is not looked at: one odd path in a hundred would forbid every rule. */
const LEAST_SHAPE_SHARE = 0.04

/**
 * A variable takes whatever stands in its place, also what nobody has seen there. So a rewrite must have been tried on every
 * kind of path that it would change. Here a login page that many URLs show counts for each of them: it does not prove the
 * rule, but it does not speak against it either.
 */
function isTriedOnEveryShape({ candidate, changed, collisions }: Trial, shapeOf: (form: Form) => string): boolean {
  if (candidate.edits.every(({ family }) => family !== 'rewrite')) return true
  const tried = groupBy(collisions, ({ forms }) => shapeOf(forms[0] as Form))
  for (const [shape, forms] of groupBy(changed, shapeOf)) {
    if (forms.length < Math.max(LEAST_ON_SHAPE, LEAST_SHAPE_SHARE * changed.length)) continue
    const { agreeing, trials } = sumCounts(tried.get(shape) ?? [])
    if (agreeing < LEAST_ON_SHAPE || agreeing < LEAST_SHAPE_SHARE_AGREEING * trials) return false
  }
  return true
}
