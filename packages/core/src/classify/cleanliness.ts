import { compilePatterns, findPatternFault, type NameSet } from '../policy/pattern.ts'
import { PolicyError, childPath } from '../policy/policy-error.ts'
import type { Pattern } from '../policy/terms.ts'
import { TRACKING_CORE } from '../policy/tracking-names.ts'
import { UrlError } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { foldName, readRawName, splitPairs } from '../url/query-pairs.ts'
import type { UrlParts } from '../url/url-parts.ts'
import { describeValue } from '../normalize/normalize.ts'
import { parseUrl } from '../normalize/parse.ts'
import { hasStrippableWww } from '../normalize/rules/strip-www.ts'

/** Which criteria to leave out of the score, and which parameters count as tracking. */
export interface CleanlinessPreferences {
  /** Whether https is better than http; `false` gives no points for it. */
  readonly https?: boolean
  /** Whether a host is better without `www.`; `false` gives no points for it. */
  readonly noWww?: boolean
  /** Replaces the built-in list of tracking parameters. */
  readonly tracking?: readonly Pattern[]
}

interface Weighed {
  readonly url: UrlParts
  /** The parameters' names, folded for comparing. */
  readonly names: readonly string[]
  readonly tracking: NameSet
  readonly preferences: CleanlinessPreferences
}

const coreTracking = /* @__PURE__ */ compilePatterns(TRACKING_CORE)

/**
 * The criteria for a URL that should be canonical, in points. Integers, so that equal URLs score equally. The score ignores
 * length: callers compare that themselves.
 */
const POINTS: readonly ((weighed: Weighed) => number)[] = [
  ({ url, preferences }) => (url.scheme === 'https:' && preferences.https !== false ? 100 : 0),
  ({ url, preferences }) => (hasStrippableWww(url.host) || preferences.noWww === false ? 0 : 50),
  ({ url: { path } }) => (path.length > 1 && path.endsWith('/') ? 0 : 20),
  ({ names }) => Math.max(0, 30 - 5 * names.length),
  ({ names, tracking }) => (names.some((name) => tracking.has(name)) ? 0 : 25),
  ({ url }) => (url.userinfo === '' ? 15 : 0),
  ({ url }) => (url.fragment.length > 1 ? 0 : 10),
]

function listNames(query: string): string[] {
  const pairs = splitPairs(query).filter((pair) => pair !== '')
  return pairs.map((pair) => foldName(readRawName(pair)))
}

/** Validates patterns that the caller passed, as `definePolicy` validates those of a policy. */
function compileChecked(patterns: readonly Pattern[]): NameSet {
  for (const [index, pattern] of patterns.entries()) {
    const fault = findPatternFault(pattern)
    if (fault !== null) throw new PolicyError(childPath('tracking', index), fault)
  }
  return compilePatterns(patterns)
}

export function bindCleanliness(
  idna: DomainToAscii | null,
): (url: string, preferences?: CleanlinessPreferences) => number {
  return (input, preferences = {}) => {
    const url = typeof input === 'string' ? parseUrl(input, idna, null) : 'url/not-a-string'
    if (typeof url === 'string') throw new UrlError(url, describeValue(input))
    const tracking = preferences.tracking === undefined ? coreTracking : compileChecked(preferences.tracking)
    const weighed: Weighed = { url, names: listNames(url.query), tracking, preferences }
    return POINTS.reduce((sum, points) => sum + points(weighed), 0)
  }
}
