import type { CommonDocument } from '../common-document.ts'
import type { Declared } from '../declared.ts'
import type { FeedFormat } from './feed-format.ts'
import type { FeedSignature } from './feed-signature.ts'

export type { FeedFormat } from './feed-format.ts'

/** What the content of a feed says. */
export interface FeedClaims {
  /** Where the feed says it lives, in the order of the document. */
  readonly selfs: readonly Declared[]
  readonly title: string | null
  /** The text of the generator element, and its address where it has one. */
  readonly generator: string | null
  readonly signature: FeedSignature | null
}

/** A feed. Its `selfs` begin with those of the Link header; each says something new. */
export interface FeedDocument extends CommonDocument, FeedClaims {
  readonly kind: 'feed'
  readonly format: FeedFormat
}
