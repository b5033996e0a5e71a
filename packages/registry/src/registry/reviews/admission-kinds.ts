import { CANONICAL_HOST } from '@canonist/web/internal/admit/host-facts'
import { EXPECTED, formatExpectation, NOT_EXPECTED } from '@canonist/web/internal/admit/expectations'
import { findHost } from '../spelling.ts'
import { NOTHING, type Consequence, type ReviewKind } from './review-kind.ts'

/** The questions of admission; subjects are hosts or the URLs of pages. */
export const ADMISSION_KINDS: Readonly<Record<string, ReviewKind>> = {
  host_mapping: {
    asks: ({ subject }) => `Is ${subject} its own canonical host, although the policy lists another one?`,
    accept: (host) => createHostFact(host, host),
    reject: () => NOTHING,
    edit: {
      takes: 'the canonical host',
      decide: (host, value) => (typeof value === 'string' ? createHostFact(host, value) : null),
    },
  },
  spa_fragment: {
    asks: ({ subject }) => `Do routes after the # lead to different pages on ${subject}?`,
    accept: (host) => ({ becomes: 'policy', sites: { [host]: { fragment: 'keep-routes' } } }),
    reject: (host) => createExpectedFact('spa_fragment', host, EXPECTED),
  },
  http_only: createExpectationKind(
    'http_only',
    (host) => `Should URLs of ${host} be stored with http, because it does not support https?`,
  ),
  tls_invalid: createExpectationKind(
    'tls_invalid',
    (host) => `Should ${host} be used although its certificate is invalid?`,
  ),
  access_restricted: createExpectationKind(
    'access_restricted',
    (host) => `Is it expected that ${host} requires a login?`,
  ),
  non_utf8_escape: createExpectationKind(
    'non_utf8_escape',
    (host) => `Are escapes that are not valid UTF-8 expected on ${host}?`,
  ),
  redirect_limit: createExpectationKind(
    'redirect_limit',
    (host) => `Are more than five redirects expected on ${host}?`,
  ),
  redirect_loop: createExpectationKind('redirect_loop', (host) => `Are redirect loops expected on ${host}?`),
  language_unverified: createExpectationKind(
    'language_unverified',
    (host) => `Should pages of ${host} be kept in another language than the policy prefers?`,
  ),
  pagination_uncertain: createExpectationKind(
    'pagination_uncertain',
    (host) => `Should parameters that look like page numbers stay in URLs of ${host}?`,
  ),
  pagination_base_unreachable: createExpectationKind(
    'pagination_base_unreachable',
    (host) => `Should lists of ${host} be stored with their page numbers?`,
  ),
  homepage_link: createExpectationKind('homepage_link', (url) => `May ${url} be cited although it is a home page?`),
  section_link: createExpectationKind('section_link', (url) => `May ${url} be cited although it is a section page?`),
  resolution_failed: createExpectationKind('resolution_failed', (subject) =>
    isUrl(subject)
      ? `Should ${subject} be kept although it could not be fetched?`
      : `Is it expected that this host cannot be fetched: ${subject}?`,
  ),
}

/** Creates the kind for `no_spanish_version`, or whatever language the policy prefers. */
export const createMissingVersionKind = (kind: string): ReviewKind =>
  createExpectationKind(
    kind,
    (host) => `Should pages of ${host} be kept although there is no version in the preferred language?`,
  )

/** A person says whether the flag is expected there. The answer becomes a fact, and the question is not raised again. */
function createExpectationKind(flag: string, question: (subject: string) => string): ReviewKind {
  return {
    asks: ({ subject }) => question(subject),
    accept: (subject) => createExpectedFact(flag, subject, EXPECTED),
    reject: (subject) => createExpectedFact(flag, subject, NOT_EXPECTED),
  }
}

const isUrl = (subject: string): boolean => /^https?:\/\//.test(subject)

/** A subject that is neither one host nor one page cannot have an expectation. */
function createExpectedFact(flag: string, subject: string, value: string): Consequence {
  if (subject.includes(' ')) return NOTHING
  const url = isUrl(subject) ? subject : `https://${subject}/`
  const fact = formatExpectation(flag, url)
  return fact === null ? NOTHING : { becomes: 'fact', host: findHost(url), fact, value }
}

function createHostFact(host: string, value: string): Consequence {
  return { becomes: 'fact', host, fact: CANONICAL_HOST, value }
}
