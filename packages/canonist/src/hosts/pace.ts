import { DAY, HOUR, LEASE_MARGIN, MINUTE, type HostSettings } from './settings.ts'

/** What a host is like, as far as its clocks tell. */
export interface HostPace {
  readonly allowedAt: number
  readonly robotsDelayMs: number | null
  /** The least time between two requests that a person has set; null: that of the settings. */
  readonly delayMs: number | null
  readonly backoffLevel: number
  readonly backoffUntil: number | null
  /** How often in a row it asked to be left alone. */
  readonly busyResponses: number
  readonly failures: number
  readonly failingSince: number | null
  readonly reason: string | null
  /** It is asked from time to time, and nobody waits for it. */
  readonly isDown: boolean
  readonly spreads: 'retry' | 'dead' | null
}

/** What a request told about its host. */
export interface HostSignal {
  /** How long ago the request ended; null where none was sent. */
  readonly sinceMs: number | null
  /** How long the request took, where the host is to get a pause of at least that length. */
  readonly tookMs?: number | undefined
  /** `answered` whatever it said; `busy`: it asks for quiet; `failed`: nobody could talk to it; `silent`: nothing is known. */
  readonly result: 'answered' | 'busy' | 'failed' | 'silent'
  readonly reason: string | null
  readonly retryAfterMs: number | null
}

/** Behind the end of a pause: whoever stays quiet so long begins anew. */
export const BACKOFF_RESET_MS = 30 * MINUTE
/** Longer than that nobody is waited for. */
export const MAX_WAIT_MS = DAY
/** Who asks for quiet so often in a row, or for longer than this at once, is as good as down. */
const MAX_BUSY_RESPONSES = 10
const MAX_BUSY_WAIT_MS = HOUR
/** A name that nobody has is not registered within a minute. */
const NO_SUCH_NAME_MS = HOUR

/** The clocks of a host after a request: a pause out of politeness, longer ones where it is in trouble. */
export function applySignal(host: HostPace, signal: HostSignal, settings: HostSettings, now: number): HostPace {
  const paused = applyDelay(host, signal, settings, now)
  if (signal.result === 'failed') return applyFailure(paused, signal, settings, now)
  if (signal.result === 'busy') return applyBusyResponse(paused, signal, settings, now)
  return signal.result === 'answered' ? clearFailures(paused) : paused
}

type HostDelays = Pick<HostPace, 'robotsDelayMs' | 'delayMs'>

/** What a person has set goes before the settings of a process, but never before what robots.txt asks for. */
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
  // The report takes its time, so this is never before the request really ended.
  const endedAt = now - Math.max(0, Math.floor(sinceMs))
  const wait = Math.max(computeDelay(host, settings), Math.ceil(tookMs))
  return { ...host, allowedAt: Math.max(host.allowedAt, endedAt + wait) }
}

function clearFailures(host: HostPace): HostPace {
  return { ...host, busyResponses: 0, failures: 0, failingSince: null, reason: null, isDown: false, spreads: null }
}

/** Somebody has asked for it: it is tried as if nothing had happened, though not sooner than any host. */
export function reviveHost(host: HostPace, settings: HostSettings, now: number): HostPace {
  if (!host.isDown && host.failures === 0) return host
  const allowedAt = Math.min(host.allowedAt, now + computeDelay(host, settings))
  return { ...clearFailures(host), allowedAt, backoffLevel: 0, backoffUntil: null }
}

/** It has answered, so it is no failure; but whoever asks for nothing else, or for very long, is not waited for. */
function applyBusyResponse(
  host: HostPace,
  { reason, retryAfterMs }: HostSignal,
  settings: HostSettings,
  now: number,
): HostPace {
  const busyResponses = host.busyResponses + 1
  const responsesTooMany = busyResponses - Math.max(MAX_BUSY_RESPONSES, settings.maxAttempts)
  // `Retry-After: 0` would have it requested again at once for ever, and a drain would never end.
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

/** A applyRest that a caller has decided on: `asked` by the host, or after several failures in a row. */
export interface HostRest {
  readonly forMs: number
  readonly reason: string
  /** How many requests failed in a row; 0 where the host asked for the applyRest. */
  readonly failures: number
}

/** The host rests for so long; one that rests for longer already is left as it is. */
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

/** Reckoned by failures in a row: one page that always breaks off must not stop all others that answer. */
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

/** Twice as long each time, a tenth more or less, so that not all come back at the same moment. */
export function computeBackoff(level: number, { retryBaseMs, random }: HostSettings): number {
  const wait = Math.min(MAX_WAIT_MS, retryBaseMs * 2 ** Math.min(level, 40))
  return Math.floor(Math.min(MAX_WAIT_MS, wait * (0.9 + 0.2 * random())))
}
