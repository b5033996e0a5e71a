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
  /** Of the URL and the document that are being judged, with their platforms. */
  readonly presets: Presets
  /** What the options make of any URL. */
  readonly commonPresets: Presets
  readonly fates: Fates
  readonly aliases: Aliases
}
