import type { Trail } from '../../resolve/follow.ts'
import type { CanonicalUrl, FetchUrl } from '../../text/stages.ts'

/** Which lease a word is about: of this URL, by this token. */
export interface LeaseRef {
  readonly id: number
  readonly token: number
}

/** A URL that was handed to a worker, and all that the worker needs to know. */
export interface Claim extends LeaseRef {
  /** The normalized URL. */
  readonly url: CanonicalUrl
  /** What is to be requested. */
  readonly fetchUrl: FetchUrl
  /** Whom it asks; nobody else asks this host as long as the lease holds. */
  readonly host: string
  readonly depth: number
  /** Where a visit that was broken off is to go on; null where it begins with `fetchUrl`. */
  readonly trail: Trail | null
  /** How many of its own failures it has had in a row. */
  readonly attempts: number
  /** How many workers have had it since its last result, this one included. */
  readonly claims: number
  /**
   * Two workers that had it were lost, so it is the only URL of its claim. Do nothing else in the process until its result is
   * reported: if this worker is lost, too, the URL is to blame.
   */
  readonly isSuspect: boolean
  /** Validators of `fetchUrl` for a conditional request; null where it was never fetched, or gave none. */
  readonly etag: string | null
  readonly lastModified: string | null
  /** Hex, of when it was last fetched. */
  readonly contentHash: string | null
  /** The least pause between two requests to the host, for whoever makes more than one in this lease. */
  readonly delayMs: number
  /** How long the lease holds without a heartbeat. Start no request in its last tenth. */
  readonly leaseMs: number
}
