import type { Settings } from '../policy/settings.ts'
import type { Tier } from '../policy/terms.ts'
import type { UrlErrorCode } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import type { UrlParts } from '../url/url-parts.ts'
import type { NameJudge } from './name-judge.ts'
import type { PairList } from './pair-list.ts'

/** Identifies the rule behind a change; catalogue.ts has a sentence for each. */
export interface RuleIdentity {
  readonly id: string
  readonly tier: Tier
}

/** Removes, before the text is split, what would make it split at the wrong place. */
export interface TextRepair extends RuleIdentity {
  readonly repair: (text: string) => string
}

/** A repair that the URL standard's parser makes in every URL, or the error with which it refuses one. Always on. */
export interface PartRepair extends RuleIdentity {
  readonly repair: (url: UrlParts, idna: DomainToAscii | null) => UrlErrorCode | null
}

/** A rule that a policy turns on. */
interface Switchable extends RuleIdentity {
  /** The signs (signs.ts) on which the rule can act. */
  readonly concerns: number
  /** The signs that, with these settings, show that the rule has nothing to change. */
  readonly leaves?: (settings: Settings) => number
  /** The rule also runs on a signed URL, because no signature covers what it changes. All other rules on meaning skip signed URLs. */
  readonly runsIfSigned?: true
  readonly isOn: (settings: Settings) => boolean
}

/** Pure and total: changes the parts it is given and nothing else. */
export interface PolicyRule extends Switchable {
  /** The signs that a URL may show only after the rule has acted. */
  readonly wakes?: number
  readonly apply: (url: UrlParts, context: RuleContext) => void
}

/** A rule that removes or moves pairs of a query; neither creates work for another rule. */
export interface QueryRule extends Switchable {
  readonly edit: (pairs: PairList, context: RuleContext) => void
}

export interface RuleContext {
  readonly settings: Settings
  readonly judge: NameJudge
}

/** A rule that replaces the whole URL. The new URL is normalized from the start. */
export interface Jump extends RuleIdentity {
  readonly target: (url: UrlParts) => string | null
}

/** The same for a URL in one piece. The offsets are where host and path begin. */
export interface Rewrite extends RuleIdentity {
  readonly target: (text: string, host: number, path: number) => string | null
}
