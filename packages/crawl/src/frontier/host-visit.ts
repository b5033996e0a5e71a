import type { HostReport, ReservedHost } from '../hosts/reservations.ts'
import { judgeHost } from './complete/judge-outcome.ts'
import { getAction, type FrontierReason } from './reasons.ts'

/** The result of a request to a reserved host. */
export interface HostVisit extends ReservedHost {
  /** Undefined if no request was sent. */
  readonly sinceRequestMs?: number | undefined
  /** Why the request failed. Undefined after a response or without a request; `cancelled` if the worker aborted the request. */
  readonly reason?: FrontierReason | undefined
  readonly retryAfterMs?: number | null | undefined
  /**
   * False if it only sent what another host's robots.txt redirects to. That does not show that it has recovered: two hosts whose robots.txt files
   * redirect to each other would clear each other's failures forever, and a drain would never end.
   */
  readonly hasAnswered?: boolean | undefined
}

export function toHostReport(visit: HostVisit): HostReport {
  const { host, token, sinceRequestMs, reason, retryAfterMs = null, hasAnswered = true } = visit
  const sinceMs = sinceRequestMs ?? null
  const result = judgeHost(reason === undefined ? 'fetched' : getAction(reason), sinceMs !== null && hasAnswered)
  return { host, token, signal: { sinceMs, result, reason: reason ?? null, retryAfterMs } }
}
