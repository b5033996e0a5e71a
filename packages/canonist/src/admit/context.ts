import type { FactBook } from './fact-book.ts'
import type { Requests } from './requests.ts'
import type { Rulebook } from './rulebook.ts'
import type { Draft } from './draft.ts'

/** What the steps work with. */
export interface Context {
  readonly rules: Rulebook
  readonly facts: FactBook
  /** null: nobody may be asked. */
  readonly requests: Requests | null
  /** What the URL is to be cited for. */
  readonly purpose: string | null
}

/** One step of the way; the way ends where the draft has an end. */
export type Step = (draft: Draft, context: Context) => void | Promise<void>
