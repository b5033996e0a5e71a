import type { PolicySpec } from '@canonist/core'
import type { Review } from './review.ts'

/** What follows from a decision. It is stored with it. */
export type Consequence =
  | { readonly becomes: 'nothing' }
  | { readonly becomes: 'fact'; readonly host: string; readonly fact: string; readonly value: string }
  | { readonly becomes: 'policy'; readonly sites: NonNullable<PolicySpec['sites']> }

export const NOTHING: Consequence = { becomes: 'nothing' }

/** What the verbs mean for a kind of review; a verb that is not there makes no sense for it. */
export interface Kind {
  readonly asks: (review: Review) => string
  /** @param detail what was stored with the item */
  readonly accept: (subject: string, detail: unknown) => Consequence
  readonly reject: (subject: string) => Consequence
  readonly edit?: { readonly takes: string; readonly decide: (subject: string, value: unknown) => Consequence | null }
}
