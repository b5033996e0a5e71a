import { CANONICAL_HOST } from '../../admit/host-facts.ts'
import { EXPECTED, formatExpectation, NOT_EXPECTED } from '../../admit/expectations.ts'
import { findHost } from '../spelling.ts'
import { NOTHING, type Consequence, type ReviewKind } from './review-kind.ts'

/** What admission asks about: subjects are hosts, or the URLs of pages. */
export const ADMISSION_KINDS: Readonly<Record<string, ReviewKind>> = {
  host_mapping: {
    asks: ({ subject }) => `Does ${subject} stand for itself, whatever host the policy lists for it?`,
    accept: (host) => createHostFact(host, host),
    reject: () => NOTHING,
    edit: {
      takes: 'the host that stands for it',
      decide: (host, value) => (typeof value === 'string' ? createHostFact(host, value) : null),
    },
  },
  spa_fragment: {
    asks: ({ subject }) => `Do routes behind the # tell pages of ${subject} apart?`,
    accept: (host) => ({ becomes: 'policy', sites: { [host]: { fragment: 'keep-routes' } } }),
    reject: (host) => createExpectedFact('spa_fragment', host, EXPECTED),
  },
  http_only: createExpectationKind(
    'http_only',
    (host) => `Is ${host} to be stored with http, since it serves no https?`,
  ),
  tls_invalid: createExpectationKind(
    'tls_invalid',
    (host) => `Is ${host} to be used although its certificate is not in order?`,
  ),
  access_restricted: createExpectationKind(
    'access_restricted',
    (host) => `Is it to be expected that ${host} asks who you are?`,
  ),
  non_utf8_escape: createExpectationKind(
    'non_utf8_escape',
    (host) => `Are escapes that are no UTF-8 to be expected on ${host}?`,
  ),
  redirect_limit: createExpectationKind(
    'redirect_limit',
    (host) => `Are more than five redirects to be expected on ${host}?`,
  ),
  redirect_loop: createExpectationKind(
    'redirect_loop',
    (host) => `Are redirects in a circle to be expected on ${host}?`,
  ),
  language_unverified: createExpectationKind(
    'language_unverified',
    (host) => `Are pages of ${host} to be kept in another language than the policy prefers?`,
  ),
  pagination_uncertain: createExpectationKind(
    'pagination_uncertain',
    (host) => `Is what looks like a page number to stay in URLs of ${host}?`,
  ),
  pagination_base_unreachable: createExpectationKind(
    'pagination_base_unreachable',
    (host) => `Are lists of ${host} to be stored with their page numbers?`,
  ),
  homepage_link: createExpectationKind('homepage_link', (url) => `May ${url} be cited although it is a home page?`),
  section_link: createExpectationKind('section_link', (url) => `May ${url} be cited although it is a section page?`),
  resolution_failed: createExpectationKind('resolution_failed', (subject) =>
    isUrl(subject)
      ? `Is ${subject} to be kept although it does not answer as a page should?`
      : `Is it known that a host does not answer as it should: ${subject}?`,
  ),
}

/** `no_spanish_version`, whatever the policy prefers. */
export const createMissingVersionKind = (kind: string): ReviewKind =>
  createExpectationKind(
    kind,
    (host) => `Are pages of ${host} to be kept although there is none in the preferred language?`,
  )

/** A person says whether the flag is to be expected there; then it is a fact, and asked of nobody again. */
function createExpectationKind(flag: string, question: (subject: string) => string): ReviewKind {
  return {
    asks: ({ subject }) => question(subject),
    accept: (subject) => createExpectedFact(flag, subject, EXPECTED),
    reject: (subject) => createExpectedFact(flag, subject, NOT_EXPECTED),
  }
}

const isUrl = (subject: string): boolean => /^https?:\/\//.test(subject)

/** Of a subject that names neither one host nor one page, nothing can be expected. */
function createExpectedFact(flag: string, subject: string, value: string): Consequence {
  if (subject.includes(' ')) return NOTHING
  const url = isUrl(subject) ? subject : `https://${subject}/`
  const fact = formatExpectation(flag, url)
  return fact === null ? NOTHING : { becomes: 'fact', host: findHost(url), fact, value }
}

function createHostFact(host: string, value: string): Consequence {
  return { becomes: 'fact', host, fact: CANONICAL_HOST, value }
}
