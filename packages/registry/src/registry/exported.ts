import type { Alias } from './page-record.ts'
import type { CanonicalUrl, KeyHex, RawUrl } from '@canonist/core/internal/text/stages'

export interface ExportedAlias extends Alias {
  /** The page's key. */
  readonly key: KeyHex
  readonly pageId: number
  readonly canonicalUrl: CanonicalUrl
}

export interface ExportedRejected {
  /** As text; bytes that are not valid UTF-8 become U+FFFD. */
  readonly rawUrl: RawUrl
  /** The bytes in base64, if they are not valid UTF-8. */
  readonly rawBytes: string | null
  readonly code: string
  readonly message: string
  readonly count: number
  readonly firstSeen: string
  readonly lastSeen: string
}

export interface ExportedReview {
  readonly id: number
  readonly kind: string
  readonly subject: string
  readonly detail: unknown
  readonly count: number
  readonly state: string
  readonly openedAt: string
  readonly lastSeen: string
  readonly decidedAt: string | null
  readonly decidedBy: string | null
  readonly why: string | null
  readonly decision: unknown
}
