import type { Aliases } from './verdict.ts'
import type { Fates } from './candidates.ts'
import type { Inquiry } from './inquiry.ts'
import type { Settled } from './options.ts'
import type { Presets } from './presets.ts'
import type { Input } from './read-input.ts'

/** What all phases of one call share. */
export interface Decision<D = unknown> {
  readonly inputUrl: string
  readonly input: Input
  readonly settings: Settled<D>
  readonly inquiry: Inquiry
  readonly presets: Presets
  readonly fates: Fates
  readonly aliases: Aliases
}
