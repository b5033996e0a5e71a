import type { Trail } from '@canonist/web/internal/resolve/follow'
import type { CanonicalUrl } from '@canonist/core/internal/text/stages'
import type { LeaseRef } from '../claim/claim.ts'
import type { FrontierReason } from '../reasons.ts'
import type { FrontierState } from '../frontier-state.ts'

/** What every result may say about the host. */
interface RequestTiming {
  /**
   * How long ago the last request to the host was, by the clock of the worker: best measured from the first byte of the response, so
   * that the host itself sees the whole delay. Omitted if no request was sent.
   */
  readonly sinceRequestMs?: number | undefined
}

export interface FetchedResult extends RequestTiming {
  readonly status: number
  /** As sent, including weak ones. */
  readonly etag?: string | null | undefined
  readonly lastModified?: string | null | undefined
  /** Hex. A different value means that the page has changed; if omitted, the stored one stays. */
  readonly contentHash?: string | null | undefined
  /** 16 hex digits. */
  readonly simhash?: string | null | undefined
  readonly reason?: Extract<FrontierReason, 'duplicate_content'> | undefined
  /** Free text for people. */
  readonly detail?: string | null | undefined
}

export interface FailedResult extends RequestTiming {
  readonly reason: FrontierReason
  /** Free text for people. */
  readonly detail?: string | null | undefined
  readonly status?: number | null | undefined
  /** The final URL, if there were redirects. */
  readonly finalUrl?: string | null | undefined
  /** The host that failed, if a redirect led to another one: then the URL's own host is not at fault. */
  readonly atHost?: string | null | undefined
  /** The pause that the host asked for. Limited to a day. */
  readonly retryAfterMs?: number | null | undefined
}

/** The outcome of a claim. */
export type ClaimOutcome =
  | (FetchedResult & {
      readonly kind: 'fetched'
      /** The URL after all redirects, as requested; the URL moves there. */
      readonly finalUrl?: string | undefined
      /** Whether every redirect was permanent (301, 308). */
      readonly isPermanent?: boolean | undefined
    })
  | (FailedResult & { readonly kind: 'failed' })
  | (RequestTiming & {
      readonly kind: 'redirected'
      /** The target, which is queued separately because its host was not free. */
      readonly to: string
      readonly status: number
      /** All redirects so far, so that they count when the target is fetched. */
      readonly trail?: Trail | undefined
    })
  | (RequestTiming & {
      readonly kind: 'returned'
      /** Where to resume. If omitted, the next visit starts where this one started. */
      readonly trail?: Trail | undefined
    })

export interface Completion {
  readonly claim: LeaseRef
  readonly outcome: ClaimOutcome
}

/** The lease has ended, and another worker may have the URL: the result was discarded. */
export interface LeaseLost {
  readonly ok: false
  readonly code: 'lease_lost'
  readonly id: number
  readonly message: string
}

/** `finalUrl` is not a valid URL. Nothing was changed, and the lease is still active. */
export interface InvalidFinalUrl {
  readonly ok: false
  readonly code: 'invalid_final_url'
  readonly id: number
  readonly message: string
}

export interface Completed {
  readonly ok: true
  readonly id: number
  readonly state: FrontierState
  readonly reason: FrontierReason | null
  /** The normalized URL, moved after a rename. */
  readonly url: CanonicalUrl
  /** Whether the URL moved to the final URL. */
  readonly isRenamed: boolean
  /** The page that already has the final URL, if any. */
  readonly winner: number | null
  /** How often the URL itself has failed in a row, including this time. */
  readonly attempts: number
  /** Milliseconds since 1970; null if it will not be fetched again. */
  readonly dueAt: number | null
}

export type CompletionResult = Completed | LeaseLost | InvalidFinalUrl

export type HeartbeatResult = { readonly ok: true; readonly id: number } | LeaseLost
