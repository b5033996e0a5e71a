import type { LinkType } from '@canonist/core'
import type { CanonicalUrl, FetchUrl, KeyHex, RawUrl } from '@canonist/core/internal/text/stages'

/**
 * Why a raw URL leads to its page: a rule of the policy, an observation (redirect, content, signature, database), the policy and facts of
 * an admission, or the decision of a person.
 */
export type Evidence = 'rule' | 'redirect' | 'content' | 'signature' | 'database' | 'admission' | 'person'

/** A URL as it was spelled, and the evidence that it leads to its page. */
export interface Alias {
  readonly rawUrl: RawUrl
  readonly evidence: Evidence
  /** With its `#`. */
  readonly fragment: string | null
  readonly count: number
  /** ISO 8601. */
  readonly firstSeen: string
  readonly lastSeen: string
}

export interface Page {
  readonly id: number
  readonly canonicalUrl: CanonicalUrl
  /** The URL to request; never changed by a lossy rule. */
  readonly fetchUrl: FetchUrl
  /** SHA-256 of the canonical URL: 64 hex digits. */
  readonly key: KeyHex
  /** The fingerprint of the policy that the key was made by. */
  readonly policy: string
  readonly host: string
  readonly linkType: LinkType
  readonly contentHash: string | null
  readonly simhash: string | null
  /** ISO 8601. */
  readonly firstSeen: string
  readonly lastSeen: string
}

/** The fields of a page in the order of exported tables. */
export const PAGE_FIELDS = {
  id: 'number',
  canonicalUrl: 'text',
  fetchUrl: 'text',
  key: 'text',
  policy: 'text',
  host: 'text',
  linkType: 'text',
  contentHash: 'text',
  simhash: 'text',
  firstSeen: 'time',
  lastSeen: 'time',
} as const satisfies Record<keyof Page, 'number' | 'text' | 'time'>

/** A page with everything that leads to it. */
export interface PageRecord extends Page {
  readonly aliases: readonly Alias[]
}
