import type { PolicySpec } from '@canonist/core'
import type { Review } from './review.ts'

/** What a decision changes; stored with the decision. */
export type Consequence =
  | { readonly becomes: 'nothing' }
  | { readonly becomes: 'fact'; readonly host: string; readonly fact: string; readonly value: string }
  /** The content is accepted or refused: of one page, or of all pages of a host with the same suspicion. */
  | { readonly becomes: 'page-decision'; readonly pageDecision: PageDecision; readonly of: DecidedPages }
  | { readonly becomes: 'policy'; readonly sites: NonNullable<PolicySpec['sites']> }

/** Whether the content of a page is accepted. */
export type PageDecision = 'accepted' | 'refused'

export type DecidedPages = { readonly pageId: number } | { readonly host: string; readonly reason: string }

export const NOTHING: Consequence = { becomes: 'nothing' }

/** What the verbs mean for one kind of review. A kind without `edit` cannot be edited. */
export interface ReviewKind {
  readonly asks: (review: Review) => string
  /** @param detail the stored detail of the review */
  readonly accept: (subject: string, detail: unknown) => Consequence
  readonly reject: (subject: string, detail: unknown) => Consequence
  readonly edit?: { readonly takes: string; readonly decide: (subject: string, value: unknown) => Consequence | null }
}
