import type { DomainToAscii } from './domain-to-ascii.ts'
import { isAscii } from './is-ascii.ts'
import { toAscii } from './to-ascii.ts'

export type { DomainToAscii } from './domain-to-ascii.ts'

/**
 * The domain in ASCII and lower case, or null where the URL standard says failure (beStrict is false).
 *
 * @example
 * domainToAscii('Bücher.example') // 'xn--bcher-kva.example'
 * domainToAscii('a\u200Db.example') // null: a joiner that joins nothing
 */
export const domainToAscii: DomainToAscii = (domain) => {
  // An ASCII domain is never refused, not even for a broken xn-- label, because the web depends on such names.
  // https://url.spec.whatwg.org/#concept-domain-to-ascii and https://github.com/whatwg/url/pull/914
  const ascii = isAscii(domain) ? domain.toLowerCase() : toAscii(domain, 'label')
  return ascii === '' ? null : ascii
}
