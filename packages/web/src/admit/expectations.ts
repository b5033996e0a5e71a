import { readPathAndQuery } from './url-parts.ts'
import type { AdmissionFlag, MissingVersion } from './words.ts'

/** Flags that a reviewer may mark as expected, for a whole host or for one page. */
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
} as const satisfies Partial<Record<AdmissionFlag, 'host' | 'page'>>

export type ExpectableFlag = keyof typeof SCOPES | MissingVersion

/** The value of the fact if a reviewer expects the flag; with any other value the flag stays. */
export const EXPECTED = 'yes'
export const NOT_EXPECTED = 'no'

/** Whether it concerns a whole host or one page; null if a flag cannot be marked as expected. */
export function findScope(flag: string): 'host' | 'page' | null {
  if (Object.hasOwn(SCOPES, flag)) return SCOPES[flag as keyof typeof SCOPES]
  return /^no_.+_version$/.test(flag) ? 'host' : null
}

/**
 * The name of the fact that marks a flag as expected; null if the flag cannot be.
 *
 * @example expectation('http_only', 'http://ine.es/a') // 'expected:http_only'
 * @example expectation('homepage_link', 'https://ine.es/es') // 'expected:homepage_link:/es'
 */
export function formatExpectation(flag: string, url: string): string | null {
  const scope = findScope(flag)
  if (scope === null) return null
  return scope === 'host' ? `expected:${flag}` : `expected:${flag}:${readPathAndQuery(url)}`
}
