import { isEmptying, isNotable, keepsBaseline } from './text-evidence.ts'
import type { PageDecision } from '../registry/reviews/review-kind.ts'
import type { Observation, TakeoverSuspicion } from './observation.ts'
import { movedTo, readObservation, type Reading, type ReadingKind } from './reading.ts'
import { DEAD_VERDICTS, type HealthReason, type HealthVerdict } from './words.ts'

export const GONE_FAILURES = 3
export const GONE_MS = 72 * 60 * 60 * 1000
/** So long a page that was sound may look missing before it is held for that: repairs are done by night. */
export const SUSPECT_MS = 24 * 60 * 60 * 1000

/** So long a text that has changed in what people come for is told of: who looks at reports once a week must see it. */
export const DRIFT_MS = 14 * 24 * 60 * 60 * 1000

/** How far the machine has come. All lists are short, however long the history. */
export interface State {
  readonly verdict: HealthVerdict | null
  readonly reasons: readonly HealthReason[]
  /** What the verdict is based on. */
  readonly base: readonly Observation[]
  /** Failures with no good answer since: the first two and the last. */
  readonly failures: readonly Observation[]
  /** Observations in a row that taught nothing: the first two and the last. */
  readonly doubts: readonly Observation[]
  /** Looks in a row at which it seemed to be missing: the first and the last. */
  readonly suspects: readonly Observation[]
  /** Whose text the next text is compared with. While a suspicion holds it is the last text before. */
  readonly baseline: Observation | null
  /** The last text, and the baseline that it was compared with. */
  readonly content: readonly Observation[]
  /** The last look at which the text had changed so that people should know; null where that is long ago. */
  readonly changed: Observation | null
  readonly suspicion: TakeoverSuspicion | null
  /** The last look, and the decisions of people since; the next look says what came of them. Empty where there are none. */
  readonly decided: readonly Observation[]
  readonly last: Observation | null
  /** The last look at which the page was there, with a text that is not under suspicion. */
  readonly lastGood: Observation | null
}

export const START: State = {
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

/** One observation further. */
export function step(before: State, observation: Observation): State {
  const { pageDecision = null } = observation
  if (pageDecision === null)
    return { ...look(reconcile(before, observation), observation), decided: [], last: observation }
  const looks = before.last === null ? [] : [before.last]
  return { ...applyDecision(before, pageDecision), decided: [...looks, ...before.decided, observation] }
}

/**
 * The observation that began a suspicion, and the decision that ended it, may be forgotten, or one of them: each look says
 * what was suspected before it.
 */
function reconcile(state: State, { suspicion: known }: Observation): State {
  if (known === undefined) return state
  const isEnded = known === null || (state.suspicion !== null && state.suspicion.since !== known.since)
  return { ...(isEnded ? applyDecision(state, 'accepted') : state), suspicion: known }
}

function look(before: State, observation: Observation): State {
  const first = readAs(before, observation)
  const suspicion = suspicionAfter(before, observation, first)
  const { content, reading } = readText({ ...before, suspicion }, observation, first)
  const doubts = reading.kind === 'unknown' ? addTo(before.doubts, observation) : []
  const isGood = suspicion === null && (reading.kind === 'good' || reading.kind === 'moved')
  const state = {
    ...before,
    ...content,
    doubts,
    suspicion,
    changed: lastChange(before, observation, suspicion),
    lastGood: isGood ? observation : before.lastGood,
  }
  return holdSuspicion(TRANSITIONS[reading.kind](state, observation, reading), observation)
}

/** A page that a person has accepted while its domain was for sale may go on saying so. */
function readAs({ baseline }: State, observation: Observation): Reading {
  const isAccepted = observation.parked === true && baseline?.parked === true
  return readObservation(isAccepted ? { ...observation, parked: false } : observation)
}

const SUSPICIOUS: Readonly<Partial<Record<ReadingKind, TakeoverSuspicion['reason']>>> = {
  parked: 'domain_parked',
  replaced: 'text_replaced',
}

function suspicionAfter(
  { suspicion, baseline }: State,
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
 * The text that a look was compared with may be forgotten, once a person has accepted another one. What came of the comparison
 * is therefore taken from the look.
 */
function isEmptied(baseline: Observation | null, observation: Observation): boolean {
  return observation.drift === 'emptied' || (baseline !== null && isEmptying([baseline, observation]))
}

/** Nothing that is seen lifts a suspicion; but a page that is gone is gone, and one that leads elsewhere leads there. */
function holdSuspicion(state: State, observation: Observation): State {
  const { suspicion, verdict, reasons } = state
  if (suspicion === null || verdict === 'gone' || reasons.includes('left_allowlist')) return state
  return give(state, 'takeover_suspect', [suspicion.reason], [observation])
}

/** A person has looked at the page: the text that was last seen is the right one, or it is not. */
function applyDecision(state: State, decision: PageDecision): State {
  const { suspicion, content, verdict, failures } = state
  const accepted = content.at(-1)
  if (suspicion === null || accepted === undefined) return { ...state, suspicion: null }
  if (decision === 'refused') return { ...state, suspicion: { ...suspicion, isRefused: true } }
  const cleared: State = {
    ...state,
    suspicion: null,
    baseline: accepted,
    content: [accepted],
    lastGood: accepted,
  }
  if (verdict === 'gone' || state.reasons.includes('left_allowlist')) return cleared
  const last = failures.at(-1)
  if (last !== undefined) return give(cleared, 'degraded', readObservation(last).reasons, [])
  const isMoved = movedTo(accepted) !== null
  return give(cleared, isMoved ? 'moved' : 'healthy', isMoved ? ['permanent_redirect'] : [], [accepted])
}

function lastChange(
  { changed }: State,
  observation: Observation,
  suspicion: TakeoverSuspicion | null,
): Observation | null {
  // The verdict reports a replaced text.
  if (isNotable(observation.drift ?? null) && suspicion === null) return observation
  return changed !== null && observation.at - changed.at < DRIFT_MS ? changed : null
}

/** A text that has been emptied turns a good answer into an emptied one; it is no baseline for what comes next. */
function readText(
  { baseline, content, suspicion }: State,
  observation: Observation,
  reading: Reading,
): { readonly content: Pick<State, 'baseline' | 'content'>; readonly reading: Reading } {
  if (observation.fingerprint === null) return { content: { baseline, content }, reading }
  const pair = baseline === null ? [observation] : [baseline, observation]
  if (suspicion !== null) return { content: { baseline, content: pair }, reading }
  return {
    content: { baseline: keepsBaseline(pair) ? baseline : observation, content: pair },
    reading: isEmptying(pair) ? { kind: 'emptied', reasons: ['content_emptied'] } : reading,
  }
}

type Transition = (state: State, observation: Observation, reading: Reading) => State

export const SEVERE: ReadonlySet<HealthVerdict | null> = new Set<HealthVerdict>(DEAD_VERDICTS)
const SOUND: ReadonlySet<HealthVerdict | null> = new Set<HealthVerdict>(['healthy', 'moved', 'guarded'])

const TRANSITIONS: Readonly<Record<ReadingKind, Transition>> = {
  good: recover,
  moved: recover,
  impaired: (state, observation, { reasons }) =>
    SEVERE.has(state.verdict) ? state : give(state, 'degraded', reasons, [observation]),
  emptied: (state, observation, { reasons }) =>
    settle(SEVERE.has(state.verdict) ? state : give(state, 'degraded', reasons, [observation])),
  failed: fail,
  ended: (state, observation, { reasons }) => settle(give(state, 'gone', reasons, [observation])),
  missing: (state, observation, { reasons }) =>
    state.verdict === 'gone' ? state : give(state, 'soft404', reasons, [observation]),
  suspect,
  parked: accuse,
  replaced: accuse,
  decided: (state) => state,
  outside: (state, observation, { reasons }) => settle(give(state, 'takeover_suspect', reasons, [observation])),
  guarded: (state, observation, { reasons }) =>
    SEVERE.has(state.verdict) || state.failures.length > 0 ? state : give(state, 'guarded', reasons, [observation]),
  unknown: doubt,
}

function accuse(state: State, observation: Observation, { reasons }: Reading): State {
  return settle(give(state, 'takeover_suspect', reasons, [observation]))
}

/** One good answer ends a run of failures; what was held for dead needs a second one. */
function recover(state: State, observation: Observation, { kind, reasons }: Reading): State {
  if (SEVERE.has(state.verdict)) return settle(give(state, 'degraded', ['recovering'], [...state.base, observation]))
  return settle(give(state, kind === 'moved' ? 'moved' : 'healthy', reasons, [observation]))
}

/** A page that was well before gets a day. */
function suspect(state: State, observation: Observation, { reasons }: Reading): State {
  if (SEVERE.has(state.verdict)) return state
  const suspects = [...state.suspects.slice(0, 1), observation]
  const isLasting = observation.at - (suspects.at(0)?.at ?? 0) >= SUSPECT_MS
  if (isLasting) return give(state, 'soft404', reasons, suspects)
  return give({ ...state, suspects }, 'degraded', reasons, [])
}

function fail(state: State, observation: Observation, { reasons }: Reading): State {
  if (state.verdict === 'gone') return state
  const failures = addTo(state.failures, observation)
  if (isLong(failures, GONE_FAILURES)) return settle(give(state, 'gone', ['three_failures', ...reasons], failures))
  const failing = { ...state, failures }
  return SEVERE.has(state.verdict) ? failing : give(failing, 'degraded', reasons, [])
}

/** What is known stays known for a while: only three lessons in a row that taught nothing, over 72 hours, undo it. */
function doubt(state: State, observation: Observation, { reasons }: Reading): State {
  const isTooLong = SOUND.has(state.verdict) && isLong(state.doubts, GONE_FAILURES)
  if (isTooLong || state.verdict === null) return give(state, 'inconclusive', reasons, [...state.base, observation])
  return state.verdict === 'inconclusive' ? give(state, 'inconclusive', reasons, state.base) : state
}

function isLong(observations: readonly Observation[], least: number): boolean {
  const [first, last] = [observations.at(0), observations.at(-1)]
  return observations.length >= least && (last?.at ?? 0) - (first?.at ?? 0) >= GONE_MS
}

/** The first two and the last tell how many (up to three) and over how long. */
function addTo(list: readonly Observation[], observation: Observation): readonly Observation[] {
  return [...list.slice(0, GONE_FAILURES - 1), observation]
}

function give(
  state: State,
  verdict: HealthVerdict,
  reasons: readonly HealthReason[],
  base: readonly Observation[],
): State {
  return { ...state, verdict, reasons, base, suspects: SEVERE.has(verdict) ? [] : state.suspects }
}

const settle = (state: State): State => ({ ...state, failures: [], suspects: [] })

/** The observations that a state follows from. */
export function listEvidence(state: State): Observation[] {
  const { base, failures, doubts, suspects, content, baseline, changed, lastGood, decided } = state
  const single = [baseline, changed, lastGood].filter((each) => each !== null)
  return [...base, ...failures, ...doubts, ...suspects, ...content, ...single, ...decided]
}
