import type { NetErrorCode } from '@canonist/web/internal/net/errors'
import type { PageDecision } from '@canonist/registry/internal/registry/reviews/review-kind'
import type { Fingerprint } from './fingerprint.ts'
import type { Drift } from './words.ts'

/** Where the redirects of a page ended, relative to the page. */
export type Arrival =
  /** At the requested URL. */
  | 'self'
  /** At another spelling of the same page. */
  | 'same_page'
  | 'elsewhere'
  /** At the home page of a site, although the page is not one. */
  | 'home'
  /** At a host that the policy does not allow, which got no request. */
  | 'outside'

/** The sign of a missing page that responds with a success status. */
export type MissingSign = 'phrase' | 'like_probe' | 'redirect_like_probe' | 'like_every_page'

/** Why a page may have a new owner. It stays until a person decides, whatever later checks show. */
export interface TakeoverSuspicion {
  readonly reason: 'domain_parked' | 'text_replaced'
  /** The time of the check that started it. */
  readonly since: number
  /** Whether a person has refused the new text: then the suspicion ends when the former text is back. */
  readonly isRefused: boolean
}

export interface ChainStep {
  readonly status: number
  readonly to: string
}

/**
 * The result of one check of a page, stored as it is. The health of a page follows from its observations alone.
 */
export interface Observation {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The request whose response counts. */
  readonly method: 'HEAD' | 'GET'
  /** The status after all redirects; null without a response. */
  readonly status: number | null
  readonly failure: NetErrorCode | null
  readonly chain: readonly ChainStep[]
  readonly arrival: Arrival
  /** The bot wall or login that blocks the page, if any. */
  readonly wall: string | null
  /** The pause that the host asked for, in seconds. */
  readonly retryAfter: number | null
  readonly missing: MissingSign | null
  /** Whether the page only says that its domain is for sale, has expired, or is parked. Missing in the earliest observations. */
  readonly parked?: boolean
  /** Whether another owner's page has replaced the known one. Missing in the earliest observations. */
  readonly replaced?: boolean
  /**
   * A person's decision about the text seen before. Such an observation contains nothing else.
   */
  readonly pageDecision?: PageDecision | null
  /** The suspicion before this check; null if there was none. Missing in the earliest observations. */
  readonly suspicion?: TakeoverSuspicion | null | undefined
  /** Whether an earlier check found the page healthy. Missing in the earliest observations. */
  readonly wasWell?: boolean
  /** Whether the status or the validators say that nothing has changed since the content was last read. */
  readonly isUnchanged: boolean
  readonly etag: string | null
  readonly lastModified: string | null
  /** Of the main text, where the content was read. */
  readonly fingerprint: Fingerprint | null
  /** How the text has changed since the last check. Missing in the earliest observations. */
  readonly drift?: Drift | null
  /** Milliseconds since 1970. */
  readonly certificateExpires: number | null
  /** Fragments that links use and the page does not have, each with its `#`. */
  readonly lostFragments: readonly string[]
  /** A hash of all fragments that were looked for. Missing in the earliest observations. */
  readonly soughtFragments?: string | null
  /** Whether any host responded around that time. If none did, our own network may have been down. */
  readonly isWitnessed: boolean
}

/** An observation with default values, to be filled in. */
export function createObservation(at: number): Observation {
  return {
    at,
    method: 'GET',
    status: null,
    failure: null,
    chain: [],
    arrival: 'self',
    wall: null,
    retryAfter: null,
    missing: null,
    parked: false,
    replaced: false,
    pageDecision: null,
    suspicion: undefined,
    wasWell: false,
    isUnchanged: false,
    etag: null,
    lastModified: null,
    fingerprint: null,
    drift: null,
    certificateExpires: null,
    lostFragments: [],
    soughtFragments: null,
    isWitnessed: true,
  }
}
