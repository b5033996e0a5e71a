import type { FactStore } from './fact-store.ts'
import type { Requests } from './requests.ts'
import type { AdmissionRules } from './admission-rules.ts'
import type { Draft } from './draft.ts'

/** What the steps work with. */
export interface Context {
  readonly rules: AdmissionRules
  readonly facts: FactStore
  /** null: offline, no requests. */
  readonly requests: Requests | null
  /** What the URL is to be cited for. */
  readonly purpose: string | null
}

/** One step of admission. No further step runs once the draft has an end. */
export type Step = (draft: Draft, context: Context) => void | Promise<void>
