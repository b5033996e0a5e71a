import { pathAndQuery } from './wire.ts'
import type { Flag, MissingVersion } from './words.ts'

/** Flags that a person may say are to be expected: of a whole host, or of one page. */
const SCOPES = {
  spa_fragment: 'host',
  non_utf8_escape: 'host',
  http_only: 'host',
  tls_invalid: 'host',
  redirect_limit: 'host',
  redirect_loop: 'host',
  access_restricted: 'host',
  language_unverified: 'host',
  pagination_uncertain: 'host',
  pagination_base_unreachable: 'host',
  resolution_failed: 'page',
  homepage_link: 'page',
  section_link: 'page',
} as const satisfies Partial<Record<Flag, 'host' | 'page'>>

export type ExpectableFlag = keyof typeof SCOPES | MissingVersion

/** The value of the fact where a person expects it; any other means that the flag stays. */
export const EXPECTED = 'yes'
export const NOT_EXPECTED = 'no'

/** Whether it concerns a whole host or one page; null where the flag is settled in other ways. */
export function scopeOf(flag: string): 'host' | 'page' | null {
  if (Object.hasOwn(SCOPES, flag)) return SCOPES[flag as keyof typeof SCOPES]
  return /^no_.+_version$/.test(flag) ? 'host' : null
}

/**
 * The name of the fact by which a person says that a flag is to be expected; null where nobody can.
 *
 * @example expectation('http_only', 'http://ine.es/a') // 'expected:http_only'
 * @example expectation('homepage_link', 'https://ine.es/es') // 'expected:homepage_link:/es'
 */
export function expectation(flag: string, url: string): string | null {
  const scope = scopeOf(flag)
  if (scope === null) return null
  return scope === 'host' ? `expected:${flag}` : `expected:${flag}:${pathAndQuery(url)}`
}
