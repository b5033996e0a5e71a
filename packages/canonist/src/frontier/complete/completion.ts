import type { Trail } from '../../resolve/follow.ts'
import type { CanonicalUrl } from '../../text/stages.ts'
import type { LeaseRef } from '../claim/claim.ts'
import type { FrontierReason } from '../reasons.ts'
import type { FrontierState } from '../frontier-state.ts'

/** What every result may say of the host. */
interface RequestTiming {
  /**
   * How long ago the host was last asked, by the worker's own clock: best reckoned from the first byte of the answer, so
   * that the host itself sees the whole pause. Left out where it was not asked.
   */
  readonly sinceRequestMs?: number | undefined
}

export interface FetchedResult extends RequestTiming {
  readonly status: number
  /** As sent, weak ones too. */
  readonly etag?: string | null | undefined
  readonly lastModified?: string | null | undefined
  /** Hex; another one than before means that the page has changed. Kept as it was where it is left out. */
  readonly contentHash?: string | null | undefined
  /** 16 hex digits. */
  readonly simhash?: string | null | undefined
  readonly reason?: Extract<FrontierReason, 'duplicate_content'> | undefined
  /** For people: free text. */
  readonly detail?: string | null | undefined
}

export interface FailedResult extends RequestTiming {
  readonly reason: FrontierReason
  /** For people: free text. */
  readonly detail?: string | null | undefined
  readonly status?: number | null | undefined
  /** Where it ended, if there were redirects. */
  readonly finalUrl?: string | null | undefined
  /** Which host failed, where a redirect had led to another one: the URL's own host is then not to blame. */
  readonly atHost?: string | null | undefined
  /** What the host asked for; at most a day is waited. */
  readonly retryAfterMs?: number | null | undefined
}

/** What became of a claim. */
export type ClaimOutcome =
  | (FetchedResult & {
      readonly kind: 'fetched'
      /** Where the redirects ended, as it was requested; the URL moves there. */
      readonly finalUrl?: string | undefined
      /** Whether every redirect on the way was permanent (301, 308). */
      readonly isPermanent?: boolean | undefined
    })
  | (FailedResult & { readonly kind: 'failed' })
  | (RequestTiming & {
      readonly kind: 'redirected'
      /** Queued by itself: its host was not free. */
      readonly to: string
      readonly status: number
      /** All redirects up to there, so that they count when it is fetched. */
      readonly trail?: Trail | undefined
    })
  | (RequestTiming & {
      readonly kind: 'returned'
      /** Where to go on; left out, it goes on where it was to begin this time. */
      readonly trail?: Trail | undefined
    })

export interface Completion {
  readonly claim: LeaseRef
  readonly outcome: ClaimOutcome
}

/** Somebody else has the URL by now, or nobody: what was reported of it was discarded. */
export interface LeaseLost {
  readonly ok: false
  readonly code: 'lease_lost'
  readonly id: number
  readonly message: string
}

/** `finalUrl` is no URL; nothing was changed, and the lease still holds. */
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
  /** Whether it moved to the final URL. */
  readonly isRenamed: boolean
  /** The page that has the final URL already, where there is one. */
  readonly winner: number | null
  /** How many of its own failures it has had in a row, this one included. */
  readonly attempts: number
  /** Milliseconds since 1970; null where it is not to be fetched again. */
  readonly dueAt: number | null
}

export type CompletionResult = Completed | LeaseLost | InvalidFinalUrl

export type HeartbeatResult = { readonly ok: true; readonly id: number } | LeaseLost
