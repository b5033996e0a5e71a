import type { PolicyFields } from '../../policy/spec.ts'
import type { ParsedUrl } from '../log/form.ts'
import type { RuleFamily } from '../types.ts'

/**
 * The smallest change that a rule can consist of: a piece of a policy. What it does to a URL is what the normalizer does
 * under that policy; there is no second implementation of it here.
 */
export interface Edit {
  readonly id: string
  readonly family: RuleFamily
  readonly fields: PolicyFields
  /** How many agreeing contents it is given in advance. */
  readonly prior: number
  /** Whether it may change the form: a cheap look that spares running it. */
  readonly mayChange: (url: ParsedUrl) => boolean
  /** The same, told exactly, where `mayChange` says yes too often; right only where nothing else changes the URL. */
  readonly matches?: (url: ParsedUrl) => boolean
  /** Where only one of the hosts that it makes one has it in its section. */
  readonly belongsTo?: (host: string) => boolean
  /** The parameter that it is about. */
  readonly name?: string
  readonly value?: string
}
