// What one visit came to, for logs, and what a worker has done in all.

import { formatTime } from '../frontier/stream-urls.ts'
import type { Claim } from '../frontier/claim/claim.ts'
import type { Completed } from '../frontier/complete/completion.ts'
import type { FrontierState } from '../frontier/frontier-state.ts'
import type { FrontierReason } from '../frontier/reasons.ts'
import type { ReportedVisit } from './outbox.ts'
import type { WaitingUrls } from '../frontier/read-waiting.ts'
import type { CanonicalUrl, FetchUrl } from '../text/stages.ts'

/** What became of one claim, for logs; what the queue tells as well has the name that it has there. Times are ISO 8601. */
export interface WorkResult {
  readonly id: number
  /** The normalized URL, moved after a rename. */
  readonly url: CanonicalUrl
  /** What was requested, and whom that asked first. */
  readonly fetchUrl: FetchUrl
  readonly host: string
  readonly state: FrontierState
  readonly reason: FrontierReason | null
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

export function toWorkResult(
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
    finalUrl: findFinalUrl(claim, outcome),
    depth: claim.depth,
    mergedInto: winner,
    dueAt: formatTime(dueAt),
    attempts,
    isRenamed,
    redirects: hops.length,
    requests,
    ms: Math.round(ms),
  }
}

/** As the queue tells it: what was fetched, or what it was left to. */
function findFinalUrl({ fetchUrl }: Claim, outcome: ReportedVisit['outcome']): string | null {
  if (outcome.kind === 'fetched') return outcome.finalUrl ?? fetchUrl
  if (outcome.kind === 'redirected') return outcome.to
  return outcome.kind === 'failed' ? (outcome.finalUrl ?? null) : null
}

/** What a worker has done. */
export interface WorkReport {
  /** Results, by the state they led to. */
  readonly results: Readonly<Partial<Record<FrontierState, number>>>
  readonly renamed: number
  readonly requests: number
  /** Whether it ended by itself. */
  readonly isDrained: boolean
  /** What it did not wait for; null where it did not end by itself. */
  readonly waiting: WaitingUrls | null
}

export class WorkTally {
  readonly #results: Partial<Record<FrontierState, number>> = {}
  #renamed = 0
  #requests = 0

  count({ state, isRenamed, requests }: WorkResult): void {
    this.#results[state] = (this.#results[state] ?? 0) + 1
    this.#renamed += isRenamed ? 1 : 0
    this.#requests += requests
  }

  /** @param waiting null where it did not end by itself */
  report(waiting: WaitingUrls | null): WorkReport {
    const isDrained = waiting !== null
    return { results: this.#results, renamed: this.#renamed, requests: this.#requests, isDrained, waiting }
  }
}
