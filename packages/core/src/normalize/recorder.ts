import type { Tier } from '../policy/terms.ts'
import type { RuleIdentity } from './rule.ts'

/** One thing that a rule did to a URL; `before` and `after` are whole URLs. */
export interface Change {
  readonly rule: string
  readonly tier: Tier
  readonly before: string
  readonly after: string
  readonly detail?: string
}

/** What a person should know that changed nothing; explain.ts has a sentence for each. */
export type Note = 'signed' | 'spared' | 'circles'

/** Watches the rules at work. Without one they run just the same, only unwatched. */
export interface Recorder {
  /** Told after every rule; keeps what changed. */
  record(rule: RuleIdentity, text: string): void
  note(note: Note): void
}
