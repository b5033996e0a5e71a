import type { Aliases } from './verdict.ts'
import type { CandidateOutcomes } from './candidates.ts'
import type { CredentialGuard } from './credential-guard.ts'
import type { Requester } from './requester.ts'
import type { ResolvedOptions } from './options.ts'
import type { Presets } from './presets.ts'
import type { Input } from './read-input.ts'

/** What all phases of one call share. */
export interface CanonicalizeContext<D = unknown> {
  readonly inputUrl: string
  readonly input: Input
  readonly settings: ResolvedOptions<D>
  readonly requester: Requester
  readonly guard: CredentialGuard
  /** The presets with the platforms of the URL and document that are being judged. */
  readonly presets: Presets
  /** The presets without any platform. */
  readonly commonPresets: Presets
  readonly outcomes: CandidateOutcomes
  readonly aliases: Aliases
  /** How many more declared URLs may be followed, one from the other. */
  readonly chain: { stepsLeft: number }
}
