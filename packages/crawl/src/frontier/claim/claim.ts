import type { Trail } from '@canonist/web/internal/resolve/follow'
import type { CanonicalUrl, FetchUrl } from '@canonist/core/internal/text/stages'

/** Identifies a lease: the id of the URL and the token of the lease. */
export interface LeaseRef {
  readonly id: number
  readonly token: number
}

/** A URL that was handed to a worker, with everything that the worker needs. */
export interface Claim extends LeaseRef {
  /** The normalized URL. */
  readonly url: CanonicalUrl
  /** The URL to request. */
  readonly fetchUrl: FetchUrl
  /** The host of the fetch URL. No other process sends requests to it while the lease lasts. */
  readonly host: string
  readonly depth: number
  /** Where an interrupted visit resumes; null if it starts with `fetchUrl`. */
  readonly trail: Trail | null
  /** How often the URL itself has failed in a row. */
  readonly attempts: number
  /** How many workers have had it since its last result, including this one. */
  readonly claims: number
  /**
   * Two workers were lost with this URL, so it is the only URL of its claim. Do nothing else in the process until its result is
   * reported: if this worker is lost as well, the URL is the cause.
   */
  readonly isSuspect: boolean
  /** Validators of `fetchUrl` for a conditional request; null if it was never fetched or sent none. */
  readonly etag: string | null
  readonly lastModified: string | null
  /** Hex; of the last fetch. */
  readonly contentHash: string | null
  /** The minimum time between two requests to the host within this lease. */
  readonly delayMs: number
  /** How long the lease lasts without a heartbeat. Start no request in its last tenth. */
  readonly leaseMs: number
}
