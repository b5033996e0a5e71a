// The result of one visit, for logs, and the totals of a worker.

import { formatTime } from '../frontier/stream-urls.ts'
import type { Claim } from '../frontier/claim/claim.ts'
import type { Completed } from '../frontier/complete/completion.ts'
import type { FrontierState } from '../frontier/frontier-state.ts'
import type { FrontierReason } from '../frontier/reasons.ts'
import type { VisitReport } from './visit-url.ts'
import type { WaitingUrls } from '../frontier/read-waiting.ts'
import type { CanonicalUrl, FetchUrl } from '@canonist/core/internal/text/stages'

/** The result of one claim, for logs. Fields that the queue has as well have the same names. Times are ISO 8601. */
export interface WorkResult {
  readonly id: number
  /** The normalized URL, moved after a rename. */
  readonly url: CanonicalUrl
  /** The requested URL, and its host. */
  readonly fetchUrl: FetchUrl
  readonly host: string
  readonly state: FrontierState
  readonly reason: FrontierReason | null
  readonly detail: string | null
  readonly httpStatus: number | null
  /** The URL as fetched, or the redirect target that was queued instead; null if nothing was fetched. */
  readonly finalUrl: string | null
  readonly depth: number
  /** The page that it was merged into. */
  readonly mergedInto: number | null
  /** Null if it will not be fetched again. */
  readonly dueAt: string | null
  /** Failures in a row. */
  readonly attempts: number
  readonly isRenamed: boolean
  readonly redirects: number
  readonly requests: number
  readonly ms: number
}

export function toWorkResult(
  claim: Claim,
  { outcome, hops, requests }: VisitReport,
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

/** The same as in the queue: the URL as fetched, or the redirect target that was queued instead. */
function findFinalUrl({ fetchUrl }: Claim, outcome: VisitReport['outcome']): string | null {
  if (outcome.kind === 'fetched') return outcome.finalUrl ?? fetchUrl
  if (outcome.kind === 'redirected') return outcome.to
  return outcome.kind === 'failed' ? (outcome.finalUrl ?? null) : null
}

/** The totals of a worker. */
export interface WorkReport {
  /** Number of results by state. Includes URLs that a new robots.txt excluded without a visit. */
  readonly results: Readonly<Partial<Record<FrontierState, number>>>
  readonly renamed: number
  /** Without those for robots.txt. */
  readonly requests: number
  /** Whether it ended because the queue was drained. */
  readonly isDrained: boolean
  /** The URLs that a drained queue still holds; null if the worker was stopped. */
  readonly waiting: WaitingUrls | null
}

/** Counts the results of one worker for its report. */
export class WorkTally {
  readonly #results: Partial<Record<FrontierState, number>> = {}
  #renamed = 0
  #requests = 0

  count({ state, isRenamed, requests }: WorkResult): void {
    this.#add(state, 1)
    this.#renamed += isRenamed ? 1 : 0
    this.#requests += requests
  }

  /** Counts URLs that a new robots.txt excluded without a visit. */
  countExcluded(urls: number): void {
    if (urls > 0) this.#add('excluded', urls)
  }

  #add(state: FrontierState, urls: number): void {
    this.#results[state] = (this.#results[state] ?? 0) + urls
  }

  /** @param waiting null if the worker was stopped */
  report(waiting: WaitingUrls | null): WorkReport {
    const isDrained = waiting !== null
    return { results: this.#results, renamed: this.#renamed, requests: this.#requests, isDrained, waiting }
  }
}
