import { listEvidence, START, advanceState, type MachineState } from './machine.ts'
import type { Observation, TakeoverSuspicion } from './observation.ts'
import { isTemporaryRedirect, findMoveTarget, readObservation, type ReadingKind } from './reading.ts'
import { isReplaced } from './is-replaced.ts'
import { findTextDrift } from './text-pairs.ts'
import type { Drift, HealthNote, HealthReason, HealthVerdict } from './words.ts'

/** The verdict of a page, with its reasons and evidence. */
export interface Judgement {
  readonly verdict: HealthVerdict
  readonly reasons: readonly HealthReason[]
  /** The time of the first failure with no good response since. */
  readonly failingSince: number | null
  readonly movedTo: string | null
  /** The target of a redirect that the policy does not allow. */
  readonly leadsTo: string | null
  readonly notes: readonly HealthNote[]
  /** Fragments that links use and the page does not have, each with its `#`. */
  readonly lostFragments: readonly string[]
  readonly drift: Drift | null
  /** A suspicion that a person must decide about, or has confirmed; null if there is none. */
  readonly suspicion: TakeoverSuspicion | null
  /** When the page was last healthy, with a text that was not suspected; null if it never was. */
  readonly lastGood: number | null
  /** The times of the observations that the verdict follows from: they alone give the same verdict. */
  readonly evidence: readonly number[]
}

const CERTIFICATE_WARNING_MS = 14 * 24 * 60 * 60 * 1000

/**
 * The verdict of a page. It depends on the observations only: not on their order, the current time or earlier verdicts. Null without
 * observations.
 *
 * @example judge([observation])?.verdict // 'healthy'
 */
export function judge(observations: readonly Observation[]): Judgement | null {
  const last = run(observations)
  return last === null ? null : toJudgement(last.state, last.observation)
}

/** The observations to keep so that present and later judgements stay the same: the evidence, and the newest. */
export function worthKeeping(observations: readonly Observation[], newest: number): Observation[] {
  const ordered = inOrder(observations)
  const state = run(ordered)?.state ?? START
  const kept = new Set([...listEvidence(state), ...ordered.slice(Math.max(0, ordered.length - newest))])
  return ordered.filter((observation) => kept.has(observation))
}

/** The last observation whose content was read: the next one may be compared with it. */
export function lastContent(observations: readonly Observation[]): Observation | null {
  return run(observations)?.state.content.at(-1) ?? null
}

/** The current suspicion about a page, which the next observation records. */
export function suspicionAfter(observations: readonly Observation[]): TakeoverSuspicion | null {
  return run(observations)?.state.suspicion ?? null
}

/** Whether another owner's page has replaced the known one. */
export function replacesText(before: readonly Observation[], { fingerprint }: Observation): boolean {
  const known = run(before)?.state.baseline?.fingerprint ?? null
  return known !== null && fingerprint !== null && isReplaced(known, fingerprint)
}

function run(observations: readonly Observation[]): { state: MachineState; observation: Observation } | null {
  let state = START
  const ordered = inOrder(observations)
  for (const observation of ordered) state = advanceState(state, observation)
  const observation = ordered.at(-1)
  return observation === undefined ? null : { state, observation }
}

/** Observations of the same time are read from the worst to the best, so that their stored order does not matter. */
const RANK: readonly ReadingKind[] = [
  'outside',
  'parked',
  'replaced',
  'ended',
  'failed',
  'missing',
  'suspect',
  'impaired',
  'emptied',
  'guarded',
  'unknown',
  'moved',
  'good',
  'decided',
]

function inOrder(observations: readonly Observation[]): Observation[] {
  const rank = (observation: Observation): number => RANK.indexOf(readObservation(observation).kind)
  return observations.toSorted(
    (a, b) => a.at - b.at || rank(a) - rank(b) || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1),
  )
}

function toJudgement(state: MachineState, last: Observation): Judgement {
  const { verdict, reasons, base, failures } = state
  const drift = findDrift(state, last)
  return {
    verdict: verdict ?? 'inconclusive',
    reasons,
    failingSince: (verdict === 'gone' ? base : failures).at(0)?.at ?? null,
    movedTo: verdict === 'moved' ? (base.map(findMoveTarget).find((url) => url !== null) ?? null) : null,
    leadsTo: verdict === 'takeover_suspect' ? (base.at(-1)?.chain.at(-1)?.to ?? null) : null,
    notes: listNotes(last, drift),
    lostFragments: last.lostFragments,
    drift,
    suspicion: state.suspicion,
    lastGood: state.lastGood?.at ?? null,
    evidence: [...new Set(listEvidence(state).map(({ at }) => at))].toSorted((a, b) => a - b),
  }
}

/** The drift of the last check or, if that is not worth reporting, of the last few days. */
function findDrift({ content, changed }: MachineState, last: Observation): Drift | null {
  const fresh = last.fingerprint === null ? null : findTextDrift(content)
  return fresh === null || fresh === 'boilerplate' ? (changed?.drift ?? fresh) : fresh
}

/** How the text has changed since the earlier observations. */
export function driftAt(before: readonly Observation[], observation: Observation): Drift | null {
  const state = run([...before, observation])?.state
  return observation.fingerprint === null || state === undefined ? null : findTextDrift(state.content)
}

function listNotes(last: Observation, drift: Drift | null): HealthNote[] {
  const { certificateExpires: expires, lostFragments, at } = last
  return [
    ...(isTemporaryRedirect(last) ? (['temporary_redirect'] as const) : []),
    ...(expires !== null && expires - at < CERTIFICATE_WARNING_MS ? (['certificate_expires_soon'] as const) : []),
    ...(drift === null ? [] : [`drift_${drift}` as const]),
    ...(lostFragments.length > 0 ? (['fragment_missing'] as const) : []),
  ]
}
