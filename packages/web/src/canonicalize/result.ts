import type { NetErrorCode } from '../net/errors.ts'
import type { Preset } from './presets.ts'

/** Why this URL won. */
export type CanonicalizeReason =
  | 'response_url'
  | 'redirect_verified'
  | 'content_verified'
  | 'signature_verified'
  | 'upgrade_https'
  | 'exists_in_db'
  | 'fallback'

export type ErrorCode =
  | 'invalid_url'
  | 'blocked'
  | 'network'
  | 'timeout'
  | 'http_status'
  | 'empty_body'
  | 'redirect_loop'
  | 'too_many_redirects'
  | 'bad_redirect'
  | 'not_a_feed'
  | 'host_busy'
  | 'aborted'

export type CanonicalizeWarning =
  /** The input redirects with 302, 303 or 307: tomorrow it may redirect elsewhere. */
  | 'temporary_redirect'
  /** The document declares a URL that may not be fetched. */
  | 'declared_blocked'
  /** The document declares an unusable URL. */
  | 'declared_malformed'
  /** The document declares a version in another language as its canonical URL. */
  | 'declared_other_language'
  /** The document declares a URL without the credential of the input: it may be the public version. */
  | 'declared_without_credential'
  /** The page declares several canonical URLs, so none of them counts. */
  | 'canonical_conflict'
  /** The declared document declares the first one in turn. */
  | 'canonical_loop'
  /** The input redirects to a login, which says nothing about the document. */
  | 'redirect_to_login'
  /** The input carried credentials; they are not part of the result. */
  | 'requires_auth'
  /** Candidates were left untested because no request was left. */
  | 'budget_exhausted'
  /** Candidates were left untested because no time was left. */
  | 'deadline_reached'
  /** A chain of declared URLs was followed for ten steps, and no further. */
  | 'chain_too_long'
  /** The document is longer than maxBytes; only its beginning was compared. */
  | 'body_cut'
  /** A page was expected, and something else came. */
  | 'not_a_page'

export type AttemptPurpose = 'initial' | 'alternate_scheme' | 'declared' | 'declared_next' | 'variant'

/** The result of an attempt. */
export type AttemptOutcome =
  | 'answered'
  /** It serves the same: the bytes or the text are equal, or the items or shingles are. */
  | 'content'
  | 'signature'
  | 'different'
  /** It redirects to the best URL so far, to a better one, or to any other. */
  | 'redirects_to_best'
  | 'redirects_to_better'
  | 'redirects_elsewhere'
  /** The declared URL redirects back to the response, or to another spelling of it. */
  | 'redirects_to_response'
  | 'redirects_to_its_class'
  | 'http_status'
  | 'empty_body'
  | NetErrorCode

/** One logical request, with all its redirects, or one that was refused before it was sent. */
export interface Attempt {
  readonly url: string
  /** Where it ended; null if there was no response. */
  readonly finalUrl: string | null
  readonly purpose: AttemptPurpose
  readonly outcome: AttemptOutcome
  readonly status?: number
  /** Seconds that the server asked to wait. */
  readonly retryAfter?: number
  readonly ms: number
}

/** The result for a URL that was considered. */
export type CandidateOutcome =
  | 'won'
  /** It serves the same, but a better one does too. */
  | 'verified'
  | 'different'
  /** It redirects to the winner or to a URL that is not better. */
  | 'redirected'
  | 'failed'
  | 'blocked'
  | 'skipped_dead_host'
  | 'not_better'
  | 'untested'

export interface CandidateReport {
  readonly url: string
  readonly score: number
  readonly preset: Preset | null
  readonly outcome: CandidateOutcome
}

/** How a URL was proved to be the same document as the winner. */
export type Proof = 'redirect' | 'content' | 'signature' | 'database'

export interface AliasEvidence {
  readonly url: string
  readonly proof: Proof
}

interface Common {
  readonly inputUrl: string
  /** Logical requests, the first one included. Redirect hops do not count. */
  readonly requests: number
  readonly hops: number
  readonly warnings: readonly CanonicalizeWarning[]
  readonly attempts: readonly Attempt[]
}

export interface Canonicalized<D = unknown> extends Common {
  readonly ok: true
  readonly url: string
  /** Whether the URL grants access, as that of a private podcast does: it was not replaced by a URL without its credential. */
  readonly private: boolean
  readonly reason: CanonicalizeReason
  readonly kind: 'feed' | 'page' | 'other' | null
  /** Where the winner, or the URL that it is a cleaner form of, comes from. */
  readonly source: 'input' | 'response' | 'self' | 'canonical' | 'og' | 'db'
  /** The preset that produced the winner; null if it was found as it is. */
  readonly preset: Preset | null
  readonly responseUrl: string | null
  readonly declaredUrl: string | null
  /** URLs that serve or redirect to the same document, without private ones. */
  readonly aliases: readonly string[]
  readonly evidence: readonly AliasEvidence[]
  /** All that were considered, best first. */
  readonly candidates: readonly CandidateReport[]
  readonly data?: D
}

export interface NotCanonicalized extends Common {
  readonly ok: false
  readonly error: ErrorCode
  readonly status?: number
  readonly message: string
}

export type CanonicalizeResult<D = unknown> = Canonicalized<D> | NotCanonicalized

/** What a document says its own URL is. */
export interface Declaration {
  readonly url: string
  readonly by: 'self' | 'canonical' | 'og'
}
