import type { HostReport, ReservedHost } from '../hosts/reservations.ts'
import { judgeHost } from './complete/judge-outcome.ts'
import { getAction, type FrontierReason } from './reasons.ts'

/** How a request to a reserved host went. */
export interface HostVisit extends ReservedHost {
  /** Left out where it was not requested after all. */
  readonly sinceRequestMs?: number | undefined
  /** Why it gave nothing; left out where it answered, or was not requested. `cancelled` where the worker ended the request itself. */
  readonly reason?: FrontierReason | undefined
  readonly retryAfterMs?: number | null | undefined
}

export function toHostReport({ host, token, sinceRequestMs, reason, retryAfterMs = null }: HostVisit): HostReport {
  const sinceMs = sinceRequestMs ?? null
  const result = judgeHost(reason === undefined ? 'fetched' : getAction(reason), sinceMs !== null)
  return { host, token, signal: { sinceMs, result, reason: reason ?? null, retryAfterMs } }
}
