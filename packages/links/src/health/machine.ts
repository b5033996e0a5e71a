import { isEmptying, isNotable, keepsBaseline } from './text-pairs.ts'
import type { PageDecision } from '@canonist/registry/internal/registry/reviews/review-kind'
import type { Observation, TakeoverSuspicion } from './observation.ts'
import { findMoveTarget, readObservation, type Reading, type ReadingKind } from './reading.ts'
import { DEAD_VERDICTS, type HealthReason, type HealthVerdict } from './words.ts'

export const GONE_FAILURES = 3
export const GONE_MS = 72 * 60 * 60 * 1000
/** How long a healthy page may look missing before it counts as missing: maintenance often happens at night. */
export const SUSPECT_MS = 24 * 60 * 60 * 1000

/** How long a change of important figures is reported, so that readers of a weekly report see it. */
export const DRIFT_MS = 14 * 24 * 60 * 60 * 1000

/**
 * The state of the machine after some observations. All lists are short, however long the history.
 *
 * Must follow from the observations alone, and be the same again if only those of `listEvidence` are kept.
 */
export interface MachineState {
  readonly verdict: HealthVerdict | null
  readonly reasons: readonly HealthReason[]
  /** The observations that the verdict is based on. */
  readonly base: readonly Observation[]
  /** Failures with no good response since: the first two and the last. */
  readonly failures: readonly Observation[]
  /** Observations in a row without information: the first two and the last. */
  readonly doubts: readonly Observation[]
  /** Observations in a row in which the page looked missing: the first and the last. */
  readonly suspects: readonly Observation[]
  /** The observation whose text the next text is compared with. During a suspicion, the last text before it. */
  readonly baseline: Observation | null
  /** The baseline, and the last text that was compared with it. */
  readonly content: readonly Observation[]
  /** The last observation with a change worth reporting; null if that was too long ago. */
  readonly changed: Observation | null
  readonly suspicion: TakeoverSuspicion | null
  /** The last check and the decisions of people since; the next check records their effect. Empty without decisions. */
  readonly decided: readonly Observation[]
  readonly last: Observation | null
  /** The last check at which the page was healthy, with a text that is not suspected. */
  readonly lastGood: Observation | null
}

export const START: MachineState = {
  verdict: null,
  reasons: [],
  base: [],
  failures: [],
  doubts: [],
  suspects: [],
  baseline: null,
  content: [],
  changed: null,
  suspicion: null,
  decided: [],
  last: null,
  lastGood: null,
}

/** The state after one more observation. */
export function advanceState(before: MachineState, observation: Observation): MachineState {
  const { pageDecision = null } = observation
  if (pageDecision === null)
    return { ...applyCheck(reconcileSuspicion(before, observation), observation), decided: [], last: observation }
  const looks = before.last === null ? [] : [before.last]
  return { ...applyDecision(before, pageDecision), decided: [...looks, ...before.decided, observation] }
}

/**
 * The observation that started a suspicion, or the decision that ended it, may no longer be stored. Each check therefore records the
 * suspicion before it.
 */
function reconcileSuspicion(state: MachineState, { suspicion: known }: Observation): MachineState {
  if (known === undefined) return state
  const isEnded = known === null || (state.suspicion !== null && state.suspicion.since !== known.since)
  return { ...(isEnded ? applyDecision(state, 'accepted') : state), suspicion: known }
}

function applyCheck(before: MachineState, observation: Observation): MachineState {
  const first = readCheck(before, observation)
  const suspicion = updateSuspicion(before, observation, first)
  const { content, reading } = readText({ ...before, suspicion }, observation, first)
  const doubts = reading.kind === 'unknown' ? appendToRun(before.doubts, observation) : []
  const isGood = suspicion === null && (reading.kind === 'good' || reading.kind === 'moved')
  const state = {
    ...before,
    ...content,
    doubts,
    suspicion,
    changed: findLastChange(before, observation, suspicion),
    lastGood: isGood ? observation : before.lastGood,
  }
  return keepSuspicion(TRANSITIONS[reading.kind](state, observation, reading), observation)
}

/** If a person accepted the page while its domain was for sale, the same notice is not suspicious again. */
function readCheck({ baseline }: MachineState, observation: Observation): Reading {
  const isAccepted = observation.parked === true && baseline?.parked === true
  return readObservation(isAccepted ? { ...observation, parked: false } : observation)
}

const SUSPICIOUS: Readonly<Partial<Record<ReadingKind, TakeoverSuspicion['reason']>>> = {
  parked: 'domain_parked',
  replaced: 'text_replaced',
}

function updateSuspicion(
  { suspicion, baseline }: MachineState,
  observation: Observation,
  { kind }: Reading,
): TakeoverSuspicion | null {
  const reason = SUSPICIOUS[kind]
  if (reason !== undefined) return suspicion ?? { reason, since: observation.at, isRefused: false }
  const isText = observation.fingerprint !== null && (kind === 'good' || kind === 'moved')
  const isBack = isText && !isEmptied(baseline, observation)
  return suspicion?.isRefused === true && isBack ? null : suspicion
}

/**
 * The text that a check was compared with may no longer be stored, once a person has accepted another one. The result of the
 * comparison is therefore taken from the check.
 */
function isEmptied(baseline: Observation | null, observation: Observation): boolean {
  return observation.drift === 'emptied' || (baseline !== null && isEmptying([baseline, observation]))
}

/** No observation lifts a suspicion; but a page that is gone, or redirects off the allowlist, is reported as such. */
function keepSuspicion(state: MachineState, observation: Observation): MachineState {
  const { suspicion, verdict, reasons } = state
  if (suspicion === null || verdict === 'gone' || reasons.includes('left_allowlist')) return state
  return setVerdict(state, 'takeover_suspect', [suspicion.reason], [observation])
}

/** Applies the decision of a person: the last text is right, or it is not. */
function applyDecision(state: MachineState, decision: PageDecision): MachineState {
  const { suspicion, content, verdict, failures } = state
  const accepted = content.at(-1)
  if (suspicion === null || accepted === undefined) return { ...state, suspicion: null }
  if (decision === 'refused') return { ...state, suspicion: { ...suspicion, isRefused: true } }
  const cleared: MachineState = {
    ...state,
    suspicion: null,
    baseline: accepted,
    content: [accepted],
    lastGood: accepted,
  }
  if (verdict === 'gone' || state.reasons.includes('left_allowlist')) return cleared
  const last = failures.at(-1)
  if (last !== undefined) return setVerdict(cleared, 'degraded', readObservation(last).reasons, [])
  const isMoved = findMoveTarget(accepted) !== null
  return setVerdict(cleared, isMoved ? 'moved' : 'healthy', isMoved ? ['permanent_redirect'] : [], [accepted])
}

function findLastChange(
  { changed }: MachineState,
  observation: Observation,
  suspicion: TakeoverSuspicion | null,
): Observation | null {
  // The verdict reports a replaced text.
  if (isNotable(observation.drift ?? null) && suspicion === null) return observation
  return changed !== null && observation.at - changed.at < DRIFT_MS ? changed : null
}

/** An emptied text turns a good response into `emptied`, and is not a baseline for the next text. */
function readText(
  { baseline, content, suspicion }: MachineState,
  observation: Observation,
  reading: Reading,
): { readonly content: Pick<MachineState, 'baseline' | 'content'>; readonly reading: Reading } {
  if (observation.fingerprint === null) return { content: { baseline, content }, reading }
  const pair = baseline === null ? [observation] : [baseline, observation]
  if (suspicion !== null) return { content: { baseline, content: pair }, reading }
  return {
    content: { baseline: keepsBaseline(pair) ? baseline : observation, content: pair },
    reading: isEmptying(pair) ? { kind: 'emptied', reasons: ['content_emptied'] } : reading,
  }
}

type Transition = (state: MachineState, observation: Observation, reading: Reading) => MachineState

export const DEAD: ReadonlySet<HealthVerdict | null> = new Set<HealthVerdict>(DEAD_VERDICTS)
const SOUND: ReadonlySet<HealthVerdict | null> = new Set<HealthVerdict>(['healthy', 'moved', 'guarded'])

const TRANSITIONS: Readonly<Record<ReadingKind, Transition>> = {
  good: applyGoodResponse,
  moved: applyGoodResponse,
  impaired: (state, observation, { reasons }) =>
    DEAD.has(state.verdict) ? state : setVerdict(state, 'degraded', reasons, [observation]),
  emptied: (state, observation, { reasons }) =>
    endRuns(DEAD.has(state.verdict) ? state : setVerdict(state, 'degraded', reasons, [observation])),
  failed: applyFailure,
  ended: (state, observation, { reasons }) => endRuns(setVerdict(state, 'gone', reasons, [observation])),
  missing: (state, observation, { reasons }) =>
    state.verdict === 'gone' ? state : setVerdict(state, 'soft404', reasons, [observation]),
  suspect: suspectMissing,
  parked: suspectTakeover,
  replaced: suspectTakeover,
  decided: (state) => state,
  outside: (state, observation, { reasons }) => endRuns(setVerdict(state, 'takeover_suspect', reasons, [observation])),
  guarded: (state, observation, { reasons }) =>
    DEAD.has(state.verdict) || state.failures.length > 0 ? state : setVerdict(state, 'guarded', reasons, [observation]),
  unknown: applyNoInformation,
}

function suspectTakeover(state: MachineState, observation: Observation, { reasons }: Reading): MachineState {
  return endRuns(setVerdict(state, 'takeover_suspect', reasons, [observation]))
}

/** One good response ends a run of failures. A dead page needs a second one. */
function applyGoodResponse(state: MachineState, observation: Observation, { kind, reasons }: Reading): MachineState {
  if (DEAD.has(state.verdict))
    return endRuns(setVerdict(state, 'degraded', ['recovering'], [...state.base, observation]))
  return endRuns(setVerdict(state, kind === 'moved' ? 'moved' : 'healthy', reasons, [observation]))
}

/** A page that was healthy before gets a day. */
function suspectMissing(state: MachineState, observation: Observation, { reasons }: Reading): MachineState {
  if (DEAD.has(state.verdict)) return state
  const suspects = [...state.suspects.slice(0, 1), observation]
  const isLasting = observation.at - (suspects.at(0)?.at ?? 0) >= SUSPECT_MS
  if (isLasting) return setVerdict(state, 'soft404', reasons, suspects)
  return setVerdict({ ...state, suspects }, 'degraded', reasons, [])
}

function applyFailure(state: MachineState, observation: Observation, { reasons }: Reading): MachineState {
  if (state.verdict === 'gone') return state
  const failures = appendToRun(state.failures, observation)
  if (isLongRun(failures, GONE_FAILURES))
    return endRuns(setVerdict(state, 'gone', ['three_failures', ...reasons], failures))
  const failing = { ...state, failures }
  return DEAD.has(state.verdict) ? failing : setVerdict(failing, 'degraded', reasons, [])
}

/** A sound verdict stays until three checks in a row, over at least 72 hours, gave no information. */
function applyNoInformation(state: MachineState, observation: Observation, { reasons }: Reading): MachineState {
  const isTooLong = SOUND.has(state.verdict) && isLongRun(state.doubts, GONE_FAILURES)
  if (isTooLong || state.verdict === null)
    return setVerdict(state, 'inconclusive', reasons, [...state.base, observation])
  return state.verdict === 'inconclusive' ? setVerdict(state, 'inconclusive', reasons, state.base) : state
}

function isLongRun(observations: readonly Observation[], least: number): boolean {
  const [first, last] = [observations.at(0), observations.at(-1)]
  return observations.length >= least && (last?.at ?? 0) - (first?.at ?? 0) >= GONE_MS
}

/** Keeps the first two and the last: enough to know the number, up to three, and the duration. */
function appendToRun(list: readonly Observation[], observation: Observation): readonly Observation[] {
  return [...list.slice(0, GONE_FAILURES - 1), observation]
}

function setVerdict(
  state: MachineState,
  verdict: HealthVerdict,
  reasons: readonly HealthReason[],
  base: readonly Observation[],
): MachineState {
  return { ...state, verdict, reasons, base, suspects: DEAD.has(verdict) ? [] : state.suspects }
}

const endRuns = (state: MachineState): MachineState => ({ ...state, failures: [], suspects: [] })

/** The observations that a state follows from. */
export function listEvidence(state: MachineState): Observation[] {
  const { base, failures, doubts, suspects, content, baseline, changed, lastGood, decided } = state
  const single = [baseline, changed, lastGood].filter((each) => each !== null)
  return [...base, ...failures, ...doubts, ...suspects, ...content, ...single, ...decided]
}
