import { timeOf } from '../frontier/list.ts'
import type { Claim, Completed, FrontierState } from '../frontier/outcome.ts'
import type { Reason } from '../frontier/reasons.ts'
import type { ReportedVisit } from './outbox.ts'

/** What became of one claim, for logs; what the queue tells as well has the name that it has there. Times are ISO 8601. */
export interface WorkResult {
  readonly id: number
  /** The normalized URL, moved after a rename. */
  readonly url: string
  /** What was requested, and whom that asked first. */
  readonly fetchUrl: string
  readonly host: string
  readonly state: FrontierState
  readonly reason: Reason | null
  readonly detail: string | null
  readonly httpStatus: number | null
  /** As it was fetched, or what it was left to; null where nothing was fetched. */
  readonly finalUrl: string | null
  readonly depth: number
  /** The page that stands for this one. */
  readonly mergedInto: number | null
  /** Null where it is not to be fetched again. */
  readonly dueAt: string | null
  /** Failures of its own in a row. */
  readonly attempts: number
  readonly isRenamed: boolean
  readonly redirects: number
  readonly requests: number
  readonly ms: number
}

export function resultOf(
  claim: Claim,
  { outcome, hops, requests }: ReportedVisit,
  answer: Completed,
  ms: number,
): WorkResult {
  const { id, url, state, reason, isRenamed, winner, attempts, dueAt } = answer
  return {
    id,
    url,
    fetchUrl: claim.fetchUrl,
    host: claim.host,
    state,
    reason,
    detail: 'detail' in outcome ? (outcome.detail ?? null) : null,
    httpStatus: 'status' in outcome ? (outcome.status ?? null) : null,
    finalUrl: finalUrlOf(claim, outcome),
    depth: claim.depth,
    mergedInto: winner,
    dueAt: timeOf(dueAt),
    attempts,
    isRenamed,
    redirects: hops.length,
    requests,
    ms: Math.round(ms),
  }
}

/** As the queue tells it: what was fetched, or what it was left to. */
function finalUrlOf({ fetchUrl }: Claim, outcome: ReportedVisit['outcome']): string | null {
  if (outcome.kind === 'fetched') return outcome.finalUrl ?? fetchUrl
  if (outcome.kind === 'redirected') return outcome.to
  return outcome.kind === 'failed' ? (outcome.finalUrl ?? null) : null
}
