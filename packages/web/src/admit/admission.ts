import type { Change, Classification, LinkType } from '@canonist/core'
import type { AdmissionFlag, AdmissionNote, AdmissionReason } from './words.ts'

/** The decision about a URL: store it, store it for review, reject it, or leave it pending until requests are possible. */
export type AdmissionDecision = 'accept' | 'review' | 'reject' | 'pending'

/** A redirect response: its status and its target. */
export interface RedirectStep {
  readonly status: number
  readonly to: string
}

/** A paginated list, whose canonical URL is its first page. */
export interface Pagination {
  readonly paginated: true
  /** The highest page number that is linked; null if unknown. */
  readonly total_pages: number | null
  readonly page_param: string
  /** Of the input. */
  readonly current_page?: number
}

/** The whole result of admission. The same input, policy and network facts give the same record, byte for byte. */
export interface Admission {
  readonly decision: AdmissionDecision
  /** null if the URL must not be stored. */
  readonly canonical: string | null
  /** The input, as it came. */
  readonly original: string
  /** Why it was rejected, or what it waits for. */
  readonly reason: AdmissionReason | null
  /** What a person must look at. */
  readonly flags: readonly AdmissionFlag[]
  /** Information that needs no action. */
  readonly notes: readonly AdmissionNote[]
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
