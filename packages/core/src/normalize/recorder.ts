import type { Tier } from '../policy/terms.ts'
import type { RuleIdentity } from './rule.ts'

/** One change that a rule made; `before` and `after` are whole URLs. */
export interface Change {
  readonly rule: string
  readonly tier: Tier
  readonly before: string
  readonly after: string
  readonly detail?: string
}

/** Something worth knowing that changed nothing; explain.ts has a sentence for each. */
export type Note = 'signed' | 'spared' | 'unstable'

/** Records what each rule changes, for `explain`. The rules give the same result without one. */
export interface Recorder {
  /** Called after every rule with the whole URL. */
  record(rule: RuleIdentity, text: string): void
  note(note: Note): void
}
