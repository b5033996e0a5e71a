// The next state of a URL after a result, and what the result says about its host. Pure: reads and writes nothing.

import { parseHost } from '@canonist/registry/internal/registry/spelling'
import { computeBackoff, type HostSignal, MAX_WAIT_MS } from '../../hosts/pace.ts'
import type { FailedResult, FetchedResult, ClaimOutcome } from './completion.ts'
import { getAction, isMissing, type FrontierReason, type ReasonAction, FRONTIER_REASONS } from '../reasons.ts'
import { DAY, SECOND } from '../../hosts/settings.ts'
import type { FrontierSettings } from '../frontier-settings.ts'
import type { LeasedUrl } from '../sql/leases.sql.ts'
import type { AwaitedHost, UrlPlace } from './url-mover.ts'

/** The next state of a URL after a result. */
export interface UrlVerdict {
  readonly state: 'pending' | 'fetched' | 'retry' | 'dead' | 'excluded'
  readonly reason: FrontierReason | null
  readonly detail: string | null
  readonly status: number | null
  readonly attempts: number
  readonly dueAt: number | null
  /** Released without a result: a suspect stays a suspect. */
  readonly isReturned?: boolean
  /** The fetched version of the page; null if it was not fetched. */
  readonly version: FetchedVersion | null
}

export interface FetchedVersion {
  readonly etag: string | null
  readonly lastModified: string | null
  readonly contentHash: string | null
  readonly simhash: string | null
  readonly intervalMs: number
  readonly hasChanged: boolean
}

/** Factors of the interval until the next fetch: longer if the page did not change, shorter if it did. */
const SLOWER = 1.4
const FASTER = 0.8

/** How long a missing page rests before it is requested again: longer than most faults of a server last. */
const CONFIRM_AFTER_MS = DAY

type Fetched = Extract<ClaimOutcome, { kind: 'fetched' }>

/** A 304 to a request without validators gives no information. */
export function isUnsolicited(url: LeasedUrl, { status }: FetchedResult): boolean {
  return status === 304 && url.etag === null && url.lastModified === null
}

export function judgeFetched(url: LeasedUrl, outcome: Fetched, settings: FrontierSettings, now: number): UrlVerdict {
  const version = toFetchedVersion(url, outcome, settings)
  const reason = outcome.status === 304 ? 'not_modified' : (outcome.reason ?? null)
  const dueAt = now + version.intervalMs
  const detail = reason === null ? null : (outcome.detail ?? null)
  return { state: 'fetched', reason, detail, status: outcome.status, attempts: 0, dueAt, version }
}

function toFetchedVersion(url: LeasedUrl, result: FetchedResult, settings: FrontierSettings): FetchedVersion {
  const isSame = result.status === 304
  const contentHash = isSame ? url.contentHash : (result.contentHash ?? url.contentHash)
  const isFirst = url.fetches === 0
  const hasChanged = !isSame && contentHash !== null && contentHash !== url.contentHash
  const isKnownSame = isSame || (url.contentHash !== null && result.contentHash === url.contentHash)
  const factor = hasChanged ? FASTER : isKnownSame ? SLOWER : 1
  return {
    // A 304 may send new validators; those that it omits stay.
    etag: result.etag ?? (isSame ? url.etag : null),
    lastModified: result.lastModified ?? (isSame ? url.lastModified : null),
    contentHash,
    simhash: isSame ? url.simhash : (result.simhash ?? url.simhash),
    intervalMs: isFirst
      ? settings.recrawl.firstMs
      : clampInterval((url.intervalMs ?? settings.recrawl.firstMs) * factor, settings),
    hasChanged: isFirst || hasChanged,
  }
}

function clampInterval(interval: number, { recrawl: { minMs, maxMs } }: FrontierSettings): number {
  return Math.round(Math.min(Math.max(interval, minMs), maxMs))
}

export function judgeFailed(url: LeasedUrl, result: FailedResult, settings: FrontierSettings, now: number): UrlVerdict {
  const { reason, detail = null, status = null } = result
  const base = { reason, detail, status, attempts: url.attempts, version: null }
  switch (findEffect(result, url)) {
    case 'host':
    case 'rate':
      return { ...base, state: 'retry', dueAt: now }
    case 'elsewhere-rate':
      return { ...base, state: 'retry', dueAt: now + computeWaitElsewhere(result, settings) }
    case 'exclude':
      // robots.txt is valid for a day.
      return { ...base, state: 'excluded', dueAt: reason === 'robots_disallowed' ? now + DAY : null }
    case 'return':
      return restoreState(url)
    case 'retry':
      return judgeAttempt(base, countFailures(url, reason), settings, now)
    case 'confirm':
      return judgeMissing(base, countFailures(url, reason), settings, now)
    default:
      return { ...base, attempts: countFailures(url, reason), state: 'dead', dueAt: null }
  }
}

/** How often the URL has failed in a row, counting only the kind of failure that it had last: a missing page, or any other. */
function countFailures({ state, reason: last, attempts }: LeasedUrl, reason: FrontierReason): number {
  const wasMissing = state === 'dead' && isMissing(last)
  return (wasMissing === isMissing(reason) ? attempts : 0) + 1
}

/** Dead, but due again until it was confirmed often enough. A dead URL holds no drain, whenever it is due. */
function judgeMissing(
  base: Omit<UrlVerdict, 'state' | 'dueAt'>,
  attempts: number,
  { confirmMissing }: FrontierSettings,
  now: number,
): UrlVerdict {
  return { ...base, attempts, state: 'dead', dueAt: attempts > confirmMissing ? null : now + CONFIRM_AFTER_MS }
}

function judgeAttempt(
  base: Omit<UrlVerdict, 'state' | 'dueAt'>,
  attempts: number,
  settings: FrontierSettings,
  now: number,
): UrlVerdict {
  if (attempts >= settings.maxAttempts) return { ...base, attempts, state: 'dead', dueAt: null }
  return { ...base, attempts, state: 'retry', dueAt: now + computeBackoff(attempts - 1, settings) }
}

/** The state from before the claim. */
export function restoreState({ state, reason, detail, httpStatus: status, attempts, dueAt }: LeasedUrl): UrlVerdict {
  const before = state === 'leased' ? 'pending' : state
  return {
    state: before,
    reason: reason as FrontierReason | null,
    detail,
    status,
    attempts,
    dueAt,
    isReturned: true,
    version: null,
  }
}

type Effect = 'retry' | 'dead' | 'confirm' | 'exclude' | 'host' | 'rate' | 'return' | 'elsewhere-rate'

/** If a redirect led to another host and that host failed, the failure counts against the URL, not against its own host. */
function findEffect({ reason, atHost = null }: FailedResult, url: LeasedUrl): Effect {
  const action = getAction(reason)
  if (action === 'fetched') throw new TypeError(`${reason} is not a failure`)
  if (!isElsewhere(atHost, url)) return action
  if (action === 'host') return 'retry'
  return action === 'rate' ? 'elsewhere-rate' : action
}

function computeWaitElsewhere({ retryAfterMs }: FailedResult, settings: FrontierSettings): number {
  return Math.min(MAX_WAIT_MS, Math.max(retryAfterMs ?? 0, computeBackoff(0, settings)))
}

/** What a result says about the URL's host. */
export function toHostSignal(url: LeasedUrl, outcome: ClaimOutcome): HostSignal {
  const sinceMs = outcome.sinceRequestMs ?? null
  if (outcome.kind === 'returned') return { sinceMs, result: 'silent', reason: null, retryAfterMs: null }
  if (outcome.kind !== 'failed') return { sinceMs, result: 'answered', reason: null, retryAfterMs: null }
  const { reason, retryAfterMs = null } = outcome
  const result = judgeHost(findEffect(outcome, url), sinceMs !== null || hasAnswered(outcome, url))
  return { sinceMs, result, reason, retryAfterMs }
}

/** What the effect of a result says about the host. One that was not requested keeps its count of failures. */
export function judgeHost(effect: Effect | ReasonAction, wasRequested: boolean): HostSignal['result'] {
  return HOST_VERDICTS[effect] ?? (wasRequested ? 'answered' : 'silent')
}

/** Every other effect is about the page, or about a host that it redirects to. */
const HOST_VERDICTS: Partial<Record<Effect | ReasonAction, HostSignal['result']>> = {
  host: 'failed',
  rate: 'busy',
  return: 'silent',
}

/** For callers that do not say when they sent the request: only a response has a status or one of these reasons. */
function hasAnswered({ reason, atHost = null, status = null }: FailedResult, url: LeasedUrl): boolean {
  const isResponse = status !== null || ['http', 'redirect', 'content'].includes(FRONTIER_REASONS[reason].class)
  return isResponse && !isElsewhere(atHost, url)
}

const isElsewhere = (atHost: string | null, { fetchUrl }: LeasedUrl): boolean =>
  atHost !== null && atHost !== parseHost(fetchUrl)

/** Judges an outcome, given where the URL is now. */
export function judgeOutcome(
  url: LeasedUrl,
  outcome: ClaimOutcome,
  place: UrlPlace,
  settings: FrontierSettings,
  now: number,
): UrlVerdict {
  if (outcome.kind === 'returned') return restoreState(url)
  if (outcome.kind === 'failed') return judgeFailed(url, outcome, settings, now)
  if (place.winner !== null) return judgeLoser(url, outcome, settings, now)
  if (outcome.kind === 'redirected') return judgeRedirected(url, place, settings, now)
  return isUnsolicited(url, outcome) ? judgeUnsolicited(url, settings, now) : judgeFetched(url, outcome, settings, now)
}

/** A URL whose final URL belongs to another page: fetched, and not fetched again. */
function judgeLoser(
  url: LeasedUrl,
  outcome: Extract<ClaimOutcome, { kind: 'fetched' | 'redirected' }>,
  settings: FrontierSettings,
  now: number,
): UrlVerdict {
  const reason = outcome.kind === 'redirected' ? 'redirected' : 'merged'
  const version = outcome.kind === 'fetched' ? judgeFetched(url, outcome, settings, now).version : null
  return { state: 'fetched', reason, detail: null, status: outcome.status, attempts: 0, dueAt: null, version }
}

/** A redirect that was not followed: the URL is fetched at its new place or later, or it redirects to itself. */
function judgeRedirected(
  url: LeasedUrl,
  { isRenamed, isHeldBack, isLoop, fetchUrl, awaits }: UrlPlace,
  settings: FrontierSettings,
  now: number,
): UrlVerdict {
  const again = {
    ...restoreState(url),
    isReturned: false,
    state: 'pending',
    reason: null,
    detail: null,
    status: null,
  } as const
  if (awaits !== null) return judgeAwaiting(url, again, awaits, settings, now)
  if (isHeldBack) return { ...again, dueAt: now + computeBackoff(0, settings) }
  if (isRenamed || fetchUrl !== url.fetchUrl) return { ...again, dueAt: now }
  const detail = isLoop ? 'it redirects to a URL that redirects back' : 'it redirects to itself'
  return judgeFailed(url, { reason: 'redirect_loop', detail }, settings, now)
}

function judgeUnsolicited(url: LeasedUrl, settings: FrontierSettings, now: number): UrlVerdict {
  const detail = 'a 304 to a request without validators'
  return judgeFailed(url, { reason: 'unexpected_status', status: 304, detail }, settings, now)
}

/** Waits until the host may get a request. If that host is down, the page itself fails. */
function judgeAwaiting(
  url: LeasedUrl,
  again: UrlVerdict,
  { host, allowedAt, downBy }: AwaitedHost,
  settings: FrontierSettings,
  now: number,
): UrlVerdict {
  if (downBy === null) return { ...again, dueAt: Math.max(now + SECOND, allowedAt) }
  const detail = `it redirects to ${host}, which is down`
  return judgeFailed(url, { reason: downBy, detail, atHost: host }, settings, now)
}
