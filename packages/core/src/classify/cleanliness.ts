import { compilePatterns } from '../policy/pattern.ts'
import { TRACKING_CORE } from '../policy/tracking-names.ts'
import { UrlError } from '../url/errors.ts'
import type { DomainToAscii } from '../url/idna/domain-to-ascii.ts'
import { foldName, rawName, splitPairs } from '../url/query-pairs.ts'
import type { UrlParts } from '../url/url-parts.ts'
import { describeValue } from '../normalize/normalize.ts'
import { parseUrl } from '../normalize/parse.ts'
import { hasStrippableWww } from '../normalize/rules/strip-www.ts'

const tracking = /* @__PURE__ */ compilePatterns(TRACKING_CORE)

/**
 * What speaks for a URL as the canonical one of its kind, in points. Integers, so that equal URLs score equally; which
 * of two is shorter is for the caller to weigh.
 */
const POINTS: readonly ((url: UrlParts) => number)[] = [
  ({ scheme }) => (scheme === 'https:' ? 100 : 0),
  ({ host }) => (hasStrippableWww(host) ? 0 : 50),
  ({ path }) => (path.length > 1 && path.endsWith('/') ? 0 : 20),
  ({ query }) => Math.max(0, 30 - 5 * namesOf(query).length),
  ({ query }) => (namesOf(query).some((name) => tracking.has(name)) ? 0 : 25),
  ({ userinfo }) => (userinfo === '' ? 15 : 0),
  ({ fragment }) => (fragment.length > 1 ? 0 : 10),
]

function namesOf(query: string): string[] {
  const pairs = splitPairs(query).filter((pair) => pair !== '')
  return pairs.map((pair) => foldName(rawName(pair)))
}

export function cleanlinessWith(idna: DomainToAscii | null): (url: string) => number {
  return (input) => {
    const url = typeof input === 'string' ? parseUrl(input, idna, null) : 'url/not-a-string'
    if (typeof url === 'string') throw new UrlError(url, describeValue(input))
    return POINTS.reduce((sum, points) => sum + points(url), 0)
  }
}
