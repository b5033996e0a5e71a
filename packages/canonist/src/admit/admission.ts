import type { Change, Classification, LinkType } from '@canonist/core'
import type { Flag, Note, Reason } from './words.ts'

/** What becomes of a URL: stored, stored for a person to look at, turned away, or left until the network can be asked. */
export type Decision = 'accept' | 'review' | 'reject' | 'pending'

/** A redirect that was answered: with what status, and where it leads. */
export interface RedirectStep {
  readonly status: number
  readonly to: string
}

/** What is known of a list in pages; the canonical URL is its beginning. */
export interface Pagination {
  readonly paginated: true
  /** The greatest page that is linked to; null where nobody looked, or nothing told. */
  readonly total_pages: number | null
  readonly page_param: string
  /** Of the input. */
  readonly current_page?: number
}

/** All that admission found out about a URL. The same input, policy and network facts give the same record, byte for byte. */
export interface Admission {
  readonly decision: Decision
  /** null where the URL is not to be stored. */
  readonly canonical: string | null
  /** The input, as it came. */
  readonly original: string
  /** Why it was turned away, or what it waits for. */
  readonly reason: Reason | null
  /** What a person must look at. */
  readonly flags: readonly Flag[]
  /** What is worth knowing and needs nobody. */
  readonly notes: readonly Note[]
  /** Names of removed parameters, as spelled. */
  readonly stripped: readonly string[]
  /** Names of kept parameters that the policy does not know. */
  readonly unknownParams: readonly string[]
  /** With its #. */
  readonly fragment: string | null
  readonly redirectChain: readonly RedirectStep[]
  readonly language: string | null
  /** The same page in other languages. */
  readonly alternates: Readonly<Record<string, string>>
  readonly pagination: Pagination | null
  readonly linkType: LinkType | null
  readonly classification: Pick<Classification, 'reasons' | 'confidence'>
  /** Equal for URLs that differ only in scheme, order of the query or the slash of the root; for comparing only. */
  readonly dedupeKey: string
  readonly policyVersion: string
  readonly trace: readonly Change[]
}
