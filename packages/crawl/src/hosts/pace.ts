import { DAY, HOUR, LEASE_MARGIN, MINUTE, type HostSettings } from './settings.ts'

/**
 * Decides when a host may get its next request. Pure: the clocks of a host and the result of a request in, new clocks out.
 *
 * A host is *fine*, *backing off* (it asked for a pause), or *down* (it failed `maxAttempts` times in a row, keeps asking for pauses, or
 * asked for a long one). A host that is down is still probed, at growing intervals.
 *
 * Must never let a request come sooner than the delay or a `Retry-After` allows, and never wait for longer than a day.
 */

/** The clocks and counters of a host. */
export interface HostPace {
  readonly allowedAt: number
  readonly robotsDelayMs: number | null
  /** The minimum time between two requests that a person has set; null to use the settings. */
  readonly delayMs: number | null
  readonly backoffLevel: number
  readonly backoffUntil: number | null
  /** How often in a row it asked for a pause (429, 503 or `Retry-After`). */
  readonly busyResponses: number
  readonly failures: number
  readonly failingSince: number | null
  readonly reason: string | null
  /** It is probed from time to time, and drains do not wait for it. */
  readonly isDown: boolean
  /** The state that the queue has yet to give to all URLs of the host; null if there is nothing to do. */
  readonly spreads: 'retry' | 'dead' | null
}

/** What a request showed about its host. */
export interface HostSignal {
  /** How long ago the request ended; null if none was sent. */
  readonly sinceMs: number | null
  /** How long the request took, if the next delay must be at least as long. */
  readonly tookMs?: number | undefined
  /** `answered`: with any response. `busy`: it asked for a pause. `failed`: no response. `silent`: nothing learned. */
  readonly result: 'answered' | 'busy' | 'failed' | 'silent'
  readonly reason: string | null
  readonly retryAfterMs: number | null
}

/** This long after a backoff has ended, the next one starts at the first level again. */
export const BACKOFF_RESET_MS = 30 * MINUTE
/** The longest wait before a host is requested again. */
export const MAX_WAIT_MS = DAY
/** A host that asks for a pause this often in a row, or for longer than this, counts as down. */
const MAX_BUSY_RESPONSES = 10
const MAX_BUSY_WAIT_MS = HOUR
/** The first wait for a name that does not exist: it will not be registered within a minute. */
const NO_SUCH_NAME_MS = HOUR

/** Computes the clocks of a host after a request: the polite delay, and longer waits if the host has problems. */
export function applySignal(host: HostPace, signal: HostSignal, settings: HostSettings, now: number): HostPace {
  const paused = applyDelay(host, signal, settings, now)
  if (signal.result === 'failed') return applyFailure(paused, signal, settings, now)
  if (signal.result === 'busy') return applyBusyResponse(paused, signal, settings, now)
  return signal.result === 'answered' ? clearFailures(paused) : paused
}

type HostDelays = Pick<HostPace, 'robotsDelayMs' | 'delayMs'>

/** The delay that a person has set replaces that of the process, but never shortens the Crawl-delay of robots.txt. */
export function computeDelay({ robotsDelayMs, delayMs }: HostDelays, { hostDelayMs }: HostSettings): number {
  return Math.max(delayMs ?? hostDelayMs, robotsDelayMs ?? 0)
}

/** When a host may be requested again after a hold that expired: its holder may have sent a request at the last moment. */
export function computeFreeTime(host: HostDelays, heldUntil: number | null, settings: HostSettings): number {
  return (heldUntil ?? 0) - Math.floor(settings.leaseMs * LEASE_MARGIN) + computeDelay(host, settings)
}

function applyDelay(
  host: HostPace,
  { sinceMs, tookMs = 0 }: HostSignal,
  settings: HostSettings,
  now: number,
): HostPace {
  if (sinceMs === null) return host
  // The report arrives later than the end it reports, so this is never before the request really ended.
  const endedAt = now - Math.max(0, Math.floor(sinceMs))
  const wait = Math.max(computeDelay(host, settings), Math.ceil(tookMs))
  return { ...host, allowedAt: Math.max(host.allowedAt, endedAt + wait) }
}

function clearFailures(host: HostPace): HostPace {
  return { ...host, busyResponses: 0, failures: 0, failingSince: null, reason: null, isDown: false, spreads: null }
}

/** Forgets the failures of a host at a person's request. The normal delay still applies. */
export function reviveHost(host: HostPace, settings: HostSettings, now: number): HostPace {
  if (!host.isDown && host.failures === 0) return host
  const allowedAt = Math.min(host.allowedAt, now + computeDelay(host, settings))
  return { ...clearFailures(host), allowedAt, backoffLevel: 0, backoffUntil: null }
}

/** A busy response is not a failure. But a host that sends nothing else, or asks for a very long pause, counts as down. */
function applyBusyResponse(
  host: HostPace,
  { reason, retryAfterMs }: HostSignal,
  settings: HostSettings,
  now: number,
): HostPace {
  const busyResponses = host.busyResponses + 1
  const responsesTooMany = busyResponses - Math.max(MAX_BUSY_RESPONSES, settings.maxAttempts)
  // Without a minimum, a host that keeps sending `Retry-After: 0` would be requested forever, and a drain would never end.
  const least = responsesTooMany < 0 ? 0 : computeBackoff(responsesTooMany, settings)
  const asked = retryAfterMs === null ? null : Math.max(retryAfterMs, least)
  const quiet = applyRetryAfter(clearFailures(host), asked, settings, now)
  const isDown = responsesTooMany >= 0 || quiet.allowedAt - now > MAX_BUSY_WAIT_MS
  const isKnown = host.isDown && host.reason === reason
  return { ...quiet, busyResponses, reason, isDown, spreads: isDown ? (isKnown ? host.spreads : 'retry') : null }
}

function applyRetryAfter(host: HostPace, retryAfterMs: number | null, settings: HostSettings, now: number): HostPace {
  if (retryAfterMs === null) return applyBackoff(host, settings, now)
  const until = now + Math.min(Math.max(retryAfterMs, computeDelay(host, settings)), MAX_WAIT_MS)
  return { ...host, allowedAt: Math.max(host.allowedAt, until) }
}

/** A rest that a caller decided on: the host asked for it, or failed several times in a row. */
export interface HostRest {
  readonly forMs: number
  readonly reason: string
  /** How many requests failed in a row; 0 if the host asked for the rest. */
  readonly failures: number
}

/** Makes a host rest, unless it already rests for longer. */
export function applyRest(host: HostPace, { forMs, reason, failures }: HostRest, now: number): HostPace {
  const allowedAt = now + Math.min(Math.ceil(forMs), MAX_WAIT_MS)
  if (host.allowedAt >= allowedAt && host.reason !== null) return host
  const isDown = host.isDown || failures > 0 || allowedAt - now > MAX_BUSY_WAIT_MS
  const failed =
    failures === 0 ? {} : { failures: Math.max(failures, host.failures), failingSince: host.failingSince ?? now }
  return {
    ...host,
    ...failed,
    allowedAt: Math.max(host.allowedAt, allowedAt),
    reason,
    isDown,
    spreads: isDown ? 'retry' : null,
  }
}

/** Counts failures in a row, not in total: one page that always fails must not stop the pages that respond. */
function applyFailure(host: HostPace, { reason }: HostSignal, settings: HostSettings, now: number): HostPace {
  const failures = host.failures + 1
  const isDown = failures >= settings.maxAttempts
  const failingSince = host.failingSince ?? now
  const least = isDown && reason === 'dns_nxdomain' ? NO_SUCH_NAME_MS * 2 ** (failures - settings.maxAttempts) : 0
  const hasDied = isDown && now - failingSince > settings.hostDeathMs
  const spreads = hasDied ? 'dead' : isDown && (!host.isDown || host.reason !== reason) ? 'retry' : host.spreads
  const wait = Math.min(Math.max(least, computeBackoff(host.failures, settings)), MAX_WAIT_MS)
  const allowedAt = Math.max(host.allowedAt, now + wait)
  return { ...host, allowedAt, failures, failingSince, isDown, reason, spreads }
}

function applyBackoff(host: HostPace, settings: HostSettings, now: number): HostPace {
  const isForgiven = host.backoffUntil !== null && now > host.backoffUntil + BACKOFF_RESET_MS
  const level = isForgiven ? 0 : host.backoffLevel
  const backoffUntil = now + computeBackoff(level, settings)
  return { ...host, backoffLevel: level + 1, backoffUntil, allowedAt: Math.max(host.allowedAt, backoffUntil) }
}

/** Doubles with each level, ±10 % at random, so that hosts do not all come back at the same moment. */
export function computeBackoff(level: number, { retryBaseMs, random }: HostSettings): number {
  const wait = Math.min(MAX_WAIT_MS, retryBaseMs * 2 ** Math.min(level, 40))
  return Math.floor(Math.min(MAX_WAIT_MS, wait * (0.9 + 0.2 * random())))
}
