import type { NetErrorCode } from '../net/errors.ts'
import type { Preset } from './presets.ts'

/** Why this URL won. */
export type Reason =
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

export type Warning =
  /** The input was redirected by a 302, 303 or 307: tomorrow it may lead elsewhere. */
  | 'temporary_redirect'
  /** The document declares a URL that may not be fetched. */
  | 'declared_blocked'
  /** The document declares something that is no usable URL. */
  | 'declared_malformed'
  /** The document declares a version in another language as its canonical URL. */
  | 'declared_other_language'
  /** The page declares several canonical URLs, so none of them counts. */
  | 'canonical_conflict'
  /** The declared document declares the first one in turn. */
  | 'canonical_loop'
  /** The input carried credentials; they are not part of the result. */
  | 'requires_auth'
  /** Candidates were left untested because no request was left. */
  | 'budget_exhausted'
  /** The document is longer than maxBytes; only its beginning was compared. */
  | 'body_cut'
  /** A page was expected, and something else came. */
  | 'not_a_page'

export type Purpose = 'initial' | 'alternate_scheme' | 'declared' | 'declared_next' | 'variant'

/** What came of an attempt. */
export type Outcome =
  | 'answered'
  /** It serves the same: the bytes or the text are equal, or the items or shingles are. */
  | 'content'
  | 'signature'
  | 'different'
  /** It leads to the best URL so far, to a better one, or to one that is no better. */
  | 'redirects_to_best'
  | 'redirects_to_better'
  | 'redirects_elsewhere'
  /** What the document declares leads back to the answer, or to another spelling of it. */
  | 'redirects_to_response'
  | 'redirects_to_its_class'
  | 'http_status'
  | 'empty_body'
  | NetErrorCode

/** One logical request, with all its redirects, or one that was refused before it was sent. */
export interface Attempt {
  readonly url: string
  /** Where it ended; null where no answer came. */
  readonly finalUrl: string | null
  readonly purpose: Purpose
  readonly outcome: Outcome
  readonly status?: number
  /** Seconds that the server asked to wait. */
  readonly retryAfter?: number
  readonly ms: number
}

/** What became of a URL that was considered. */
export type Fate =
  | 'won'
  /** It serves the same, but a better one does too. */
  | 'verified'
  | 'different'
  /** It leads to the winner or to a URL that is no better. */
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
  readonly fate: Fate
}

/** How we know that a URL leads to the same thing as the winner. */
export type Proof = 'redirect' | 'content' | 'signature' | 'database'

export interface AliasEvidence {
  readonly url: string
  readonly proof: Proof
}

interface Common {
  readonly inputUrl: string
  /** Logical requests, the first one included; the hops of a redirect are no requests. */
  readonly requests: number
  readonly hops: number
  readonly warnings: readonly Warning[]
  readonly attempts: readonly Attempt[]
}

export interface Canonicalized<D = unknown> extends Common {
  readonly ok: true
  readonly url: string
  readonly reason: Reason
  readonly kind: 'feed' | 'page' | 'other' | null
  /** Whose spelling the winner is, or is a cleaner form of. */
  readonly source: 'input' | 'response' | 'self' | 'canonical' | 'og' | 'db'
  /** The preset that made the winner; null where it was found as it is. */
  readonly preset: Preset | null
  readonly responseUrl: string | null
  readonly declaredUrl: string | null
  /** URLs seen to serve or to lead to the same thing. */
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
