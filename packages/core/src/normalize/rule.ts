import type { Settings } from '../policy/settings.ts'
import type { Tier } from '../policy/terms.ts'
import type { UrlErrorCode } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import type { UrlParts } from '../url/url-parts.ts'
import type { NameJudge } from './name-judge.ts'
import type { PairList } from './pair-list.ts'

/** What a change is attributed to; catalogue.ts has a sentence for each. */
export interface RuleIdentity {
  readonly id: string
  readonly tier: Tier
}

/** Removes what would split the text at the wrong place, before it is split. */
export interface TextRepair extends RuleIdentity {
  readonly repair: (text: string) => string
}

/** What the URL standard's parser mends in every URL, or refuses. Always on. */
export interface PartRepair extends RuleIdentity {
  readonly repair: (url: UrlParts, idna: DomainToAscii | null) => UrlErrorCode | null
}

/** A rule that a policy turns on. */
interface Switchable extends RuleIdentity {
  /** The signs (signs.ts) on which the rule can act. */
  readonly concerns: number
  /** Those of them that the settings make signs of a URL as the rule would leave it. */
  readonly leaves?: (settings: Settings) => number
  /** On a signed URL too: no signature covers what the rule changes. All others on meaning leave a signed URL alone. */
  readonly runsIfSigned?: true
  readonly isOn: (settings: Settings) => boolean
}

/** Pure and total: it changes the parts it is given and nothing else. */
export interface PolicyRule extends Switchable {
  /** The signs that a URL may show only after the rule has acted. */
  readonly wakes?: number
  readonly apply: (url: UrlParts, context: RuleContext) => void
}

/** A rule that takes pairs out of a query, or moves them; neither brings new work for another one. */
export interface QueryRule extends Switchable {
  readonly edit: (pairs: PairList, context: RuleContext) => void
}

export interface RuleContext {
  readonly settings: Settings
  readonly judge: NameJudge
}

/** A rule that leads to another URL altogether, which is then read from the start. */
export interface Jump extends RuleIdentity {
  readonly target: (url: UrlParts) => string | null
}

/** The same for a URL in one piece. The offsets are where host and path begin. */
export interface Rewrite extends RuleIdentity {
  readonly target: (text: string, host: number, path: number) => string | null
}
