import type { PolicyFields } from '@canonist/core/internal/policy/spec'
import type { ParsedUrl } from '../log/form.ts'
import type { RuleFamily } from '../log/types.ts'

/**
 * The smallest change that a rule can consist of: a piece of a policy. Only the normalizer applies it, under a policy that has
 * this piece, so that there is only one implementation.
 */
export interface Edit {
  readonly id: string
  readonly family: RuleFamily
  readonly fields: PolicyFields
  /** How many agreeing contents it is credited with in advance. */
  readonly prior: number
  /** Whether it may change the URL: a cheap test before running it. */
  readonly mayChange: (url: ParsedUrl) => boolean
  /** An exact test, if `mayChange` is true too often. Correct only if nothing else changes the URL. */
  readonly matches?: (url: ParsedUrl) => boolean
  /** Whether the edit belongs in the section of a host; without it, in the section of every host of the rule. */
  readonly belongsTo?: (host: string) => boolean
  /** The parameter that it concerns. */
  readonly name?: string
  readonly value?: string
}
