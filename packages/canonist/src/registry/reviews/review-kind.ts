import type { PolicySpec } from '@canonist/core'
import type { Review } from './review.ts'

/** What follows from a decision. It is stored with it. */
export type Consequence =
  | { readonly becomes: 'nothing' }
  | { readonly becomes: 'fact'; readonly host: string; readonly fact: string; readonly value: string }
  /** What a page shows is right, or it is not: of one page, or of all pages of a host for which the same is suspected. */
  | { readonly becomes: 'page-decision'; readonly pageDecision: PageDecision; readonly of: DecidedPages }
  | { readonly becomes: 'policy'; readonly sites: NonNullable<PolicySpec['sites']> }

/** Whether a page is right with the text that it shows. */
export type PageDecision = 'accepted' | 'refused'

export type DecidedPages = { readonly pageId: number } | { readonly host: string; readonly reason: string }

export const NOTHING: Consequence = { becomes: 'nothing' }

/** What the verbs mean for a kind of review; a verb that is not there makes no sense for it. */
export interface ReviewKind {
  readonly asks: (review: Review) => string
  /** @param detail what was stored with the item */
  readonly accept: (subject: string, detail: unknown) => Consequence
  readonly reject: (subject: string, detail: unknown) => Consequence
  readonly edit?: { readonly takes: string; readonly decide: (subject: string, value: unknown) => Consequence | null }
}
