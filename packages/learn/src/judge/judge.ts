import { wilsonLowerBound } from './wilson-bound.ts'
import type { Sightings } from './exposure.ts'
import { isWithinNoise } from './within-noise.ts'
import { computeChance } from './false-discovery.ts'
import { readPlace, type Form } from '../log/form.ts'
import { findScopes, type Scope } from './scopes.ts'
import type { Agreement } from './agreement.ts'
import type { ContentTrust } from './content-trust.ts'
import { assignHalf } from '../log/content-hash.ts'
import { countTrials, type Collision, type Count, type Trial } from '../trial/trial.ts'
import { isTriedEverywhere } from './tried-everywhere.ts'
import type { RuleTier } from '../log/types.ts'
import { judgeValues, wasTriedAgainstNone } from '../trial/values.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const {
  APPLY_BOUND,
  PROBE_BOUND,
  MIN_SHARE,
  MIN_SUPPORT,
  MAX_CONTRADICTIONS,
  MAX_CONTRADICTED,
  MAX_PRIOR,
  KNOWN_NAME,
} = THRESHOLDS.judge

export interface Judgement extends Scope {
  readonly trial: Trial
  readonly tier: RuleTier
  readonly count: Count
  readonly holdOut: Count
  readonly bound: number
  readonly prior: number
  /** The probability that a wrong rule would look this good. */
  readonly chance: number
  /** The expected share of chance among all proposals of the site that look as good. */
  readonly falseDiscovery: number
  /** The collisions within the scope. */
  readonly collisions: readonly Collision[]
}

/**
 * Judges a trial: where the rule holds, how much supports it, and which tier it gets.
 *
 * @param measured how often two fetches of one page agree; null if only the rule itself would measure it
 * @param data says which contents were seen repeatedly
 * @param trust knows which contents may be accidents of fetching
 * @param extraPrior agreeing contents credited in advance, in addition to the prior of the edits
 * @param readShape returns the kind of path of a form
 */
export function judgeTrial(
  trial: Trial,
  measured: Agreement | null,
  data: Sightings,
  trust: ContentTrust,
  extraPrior: number,
  readShape: (form: Form) => string,
): Judgement {
  const expected = measured?.expected ?? 1
  const prior = Math.min(MAX_PRIOR, Math.min(...trial.candidate.edits.map((edit) => edit.prior)) + extraPrior)
  const scope = findScopes(trial, expected)
  const collisions = trial.collisions.filter((collision) =>
    collision.forms.some((form) => scope.holds(readPlace(form))),
  )
  const count = countTrials(collisions)
  const heldOut = collisions.filter((collision) => isHeldOut(trial, collision))
  const holdOut = countTrials(heldOut)
  const cleared = discountNoise(
    holdOut,
    countTrials(heldOut.map((collision) => trust.discountAccidents(collision))),
    expected,
  )
  const proof = { trials: cleared.trials + prior, agreeing: cleared.agreeing + prior }
  const bound = cleared.trials === 0 ? 0 : wilsonLowerBound(proof.agreeing, proof.trials)
  const chance = cleared.trials === 0 ? 1 : computeChance(proof)
  // Called only for a rule that would otherwise be applied: most candidates fail by their counts alone.
  const isSafe = (): boolean =>
    isBroadEnough(trial, collisions) &&
    isTriedEverywhere(trial, readShape, expected) &&
    trust.countContradictions(collisions) <= Math.max(MAX_CONTRADICTIONS, MAX_CONTRADICTED * count.trials) &&
    isWithinNoise(heldOut, holdOut, measured, data)
  const tier = decideTier(bound, cleared, holdOut.agreeing, isSafe)
  return { trial, tier, count, holdOut, bound, prior, chance, falseDiscovery: chance, collisions, ...scope }
}

/** Adds back the failures that noise explains, but no more than may be accidents. */
function discountNoise({ agreeing, trials }: Count, forgiven: Count, agreement: number): Count {
  return { trials, agreeing: Math.min(forgiven.agreeing, agreeing / agreement) }
}

function decideTier(bound: number, { agreeing, trials }: Count, support: number, isSafe: () => boolean): RuleTier {
  const isGood = agreeing >= MIN_SHARE * trials
  if (bound >= APPLY_BOUND && isGood && support >= MIN_SUPPORT && isSafe()) return 'apply'
  return bound >= PROBE_BOUND && support >= 1 ? 'probe' : 'reject'
}

/** A content supports a rule only if contents of the other half proposed it as well. */
const isHeldOut = ({ candidate }: Trial, { page }: Collision): boolean =>
  candidate.proposers[1 - assignHalf(page)] !== 0

function isBroadEnough(trial: Trial, collisions: readonly Collision[]): boolean {
  const stripped = trial.candidate.edits.filter(({ name, value }) => name !== undefined && value === undefined)
  const verdicts = stripped.map(({ name, prior }) =>
    prior < KNOWN_NAME && !wasTriedAgainstNone(name ?? '', trial.changed, collisions)
      ? 'narrow'
      : judgeValues(name ?? '', trial.changed, collisions),
  )
  if (verdicts.includes('contradicted')) return false
  return stripped.length === 0 || (stripped.length === 1 ? verdicts[0] === 'broad' : verdicts.includes('broad'))
}
