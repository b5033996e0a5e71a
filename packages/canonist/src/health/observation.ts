import type { NetErrorCode } from '../net/errors.ts'
import type { PageDecision } from '../registry/reviews/review-kind.ts'
import type { Fingerprint } from './fingerprint.ts'
import type { Drift } from './words.ts'

/** Where the way of a page ended, as seen from the page. */
export type Arrival =
  /** At the URL that was asked. */
  | 'self'
  /** At another spelling of the same page. */
  | 'same_page'
  | 'elsewhere'
  /** At the home page of a site, although the page is none. */
  | 'home'
  /** At a host that the policy does not allow; it was not asked. */
  | 'outside'

/** What gives a page away that answers as if all were well, and says that it is missing. */
export type MissingSign = 'phrase' | 'like_probe' | 'redirect_like_probe' | 'like_every_page'

/** Why a page may have another owner by now. It holds until a person decides, whatever later looks show. */
export interface TakeoverSuspicion {
  readonly reason: 'domain_parked' | 'text_replaced'
  /** The time of the look that it began with. */
  readonly since: number
  /** Whether a person has refused what the page shows: then it is over when the former text is back. */
  readonly isRefused: boolean
}

export interface ChainStep {
  readonly status: number
  readonly to: string
}

/**
 * What was seen of a page at one time. It is stored as it is, and everything that is said about the health of the page
 * follows from such observations alone.
 */
export interface Observation {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Of the request whose answer counts. */
  readonly method: 'HEAD' | 'GET'
  /** Of the answer at the end of the way; null where none came. */
  readonly status: number | null
  readonly failure: NetErrorCode | null
  readonly chain: readonly ChainStep[]
  readonly arrival: Arrival
  /** Who stands before the page and asks for a person, where somebody does. */
  readonly wall: string | null
  /** Seconds that the host asked to be left alone. */
  readonly retryAfter: number | null
  readonly missing: MissingSign | null
  /** Whether the page only says that its domain is for sale, has expired, or is parked; the earliest observations do not say. */
  readonly parked?: boolean
  /** Whether a page of another owner has replaced the one that was known; the earliest observations do not say. */
  readonly replaced?: boolean
  /**
   * What a person decided about the text that was seen before: whether the page is right with it. Such an observation says
   * nothing else.
   */
  readonly pageDecision?: PageDecision | null
  /** What was suspected before this look; null where nothing was. The earliest observations do not say. */
  readonly suspicion?: TakeoverSuspicion | null | undefined
  /** Whether an earlier look found it well; the earliest observations do not say. */
  readonly wasWell?: boolean
  /** The server, or its validators, say that nothing has changed since the content was last read. */
  readonly isUnchanged: boolean
  readonly etag: string | null
  readonly lastModified: string | null
  /** Of the main text, where the content was read. */
  readonly fingerprint: Fingerprint | null
  /** What had become of the text since the last look; the earliest observations do not say. */
  readonly drift?: Drift | null
  /** Milliseconds since 1970. */
  readonly certificateExpires: number | null
  /** Fragments that links use and the page does not have, each with its `#`. */
  readonly lostFragments: readonly string[]
  /** A hash of all fragments that were looked for; the earliest observations do not have it. */
  readonly soughtFragments?: string | null
  /** Whether anybody at all answered around that time: if nobody did, it may be our own network that was down. */
  readonly isWitnessed: boolean
}

/** An observation in which nothing was seen yet, to be filled in. */
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
