import type { LinkType } from '@canonist/core'

/**
 * A rule of the policy led from the raw URL to its page; or what was observed; or the policy and the facts by which it was
 * admitted; or what a person decided.
 */
export type Evidence = 'rule' | 'redirect' | 'content' | 'signature' | 'database' | 'admission' | 'person'

/** A URL as it was spelled, and why it is held to lead to its page. */
export interface Alias {
  readonly rawUrl: string
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
  readonly canonicalUrl: string
  /** What is requested: never a form that a lossy rule made. */
  readonly fetchUrl: string
  /** SHA-256 of the canonical URL: 64 hex digits. */
  readonly key: string
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

/** A page with everything that leads to it. */
export interface PageRecord extends Page {
  readonly aliases: readonly Alias[]
}
