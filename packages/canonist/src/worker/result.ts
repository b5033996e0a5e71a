import type { Claim, Completed, FrontierState } from '../frontier/outcome.ts'
import type { Reason } from '../frontier/reasons.ts'
import type { ReportedVisit } from './outbox.ts'

/** What became of one claim, for logs. */
export interface WorkResult {
  readonly id: number
  /** The URL as it is now: moved after a rename. */
  readonly url: string
  /** What was requested. */
  readonly fetchUrl: string
  readonly host: string
  readonly state: FrontierState
  readonly reason: Reason | null
  readonly status: number | null
  /** As it was fetched, or what it was left to; null where nothing was fetched. */
  readonly finalUrl: string | null
  readonly isRenamed: boolean
  readonly winner: number | null
  readonly attempts: number
  readonly redirects: number
  readonly requests: number
  readonly ms: number
  readonly detail: string | null
  /** Milliseconds since 1970; null where it is not to be fetched again. */
  readonly dueAt: number | null
}

export function resultOf(
  claim: Claim,
  { outcome, hops, requests }: ReportedVisit,
  answer: Completed,
  ms: number,
): WorkResult {
  const { id, url, state, reason, isRenamed, winner, dueAt } = answer
  return {
    id,
    url,
    fetchUrl: claim.fetchUrl,
    host: claim.host,
    state,
    reason,
    status: 'status' in outcome ? (outcome.status ?? null) : null,
    finalUrl: finalUrlOf(claim, outcome),
    isRenamed,
    winner,
    attempts: claim.attempts,
    redirects: hops.length,
    requests,
    ms: Math.round(ms),
    detail: 'detail' in outcome ? (outcome.detail ?? null) : null,
    dueAt,
  }
}

/** As the queue tells it: what was fetched, or what it was left to. */
function finalUrlOf({ fetchUrl }: Claim, outcome: ReportedVisit['outcome']): string | null {
  if (outcome.kind === 'fetched') return outcome.finalUrl ?? fetchUrl
  if (outcome.kind === 'redirected') return outcome.to
  return outcome.kind === 'failed' ? (outcome.finalUrl ?? null) : null
}
