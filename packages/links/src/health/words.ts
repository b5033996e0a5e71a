import type { ReasonEntry } from '@canonist/core'
import type { NetErrorCode } from '@canonist/web/internal/net/errors'

/** The health of a link over time: each verdict with what it means and what to do about it. */
export const HEALTH_VERDICTS = {
  healthy: {
    kind: null,
    retry: false,
    says: 'The page responds as expected.',
    fix: 'Nothing needs to be done.',
  },
  moved: {
    kind: null,
    retry: false,
    says: 'The page has moved permanently to another URL.',
    fix: 'Link to the new URL.',
  },
  degraded: {
    kind: 'unavailable',
    retry: true,
    says: 'The link has a problem, but it is too early to call it gone: it failed once or twice, works with a fault, has looked missing for less than a day, or has just recovered.',
    fix: 'Wait for the next check, or fix the reported fault.',
  },
  guarded: {
    kind: 'blocked',
    retry: false,
    says: 'The server responds, but keeps programs out: a login, a refusal or a bot wall.',
    fix: 'Open the page in a browser.',
  },
  inconclusive: {
    kind: 'unavailable',
    retry: true,
    says: 'The check gave no information: rate limiting, robots.txt, a site with the same text on every page, or a problem of your network.',
    fix: 'Wait for the next check, or open the page in a browser.',
  },
  soft404: {
    kind: 'missing',
    retry: false,
    says: 'The page is missing although its status is a success: it redirects to the home page, or says that it does not exist.',
    fix: 'Find where the content is now, and link to it.',
  },
  gone: {
    kind: 'missing',
    retry: false,
    says: 'The link failed at least three times over 72 hours with no good response in between, or the server says 410.',
    fix: 'Find another source, or an archived copy.',
  },
  takeover_suspect: {
    kind: 'blocked',
    retry: false,
    says: 'The domain may have a new owner: the link redirects to a host that is not on the allowlist, the domain is for sale, or an unrelated page has replaced this one.',
    fix: 'Remove the link until a person has decided its review.',
  },
} as const satisfies Record<string, ReasonEntry>

export type HealthVerdict = keyof typeof HEALTH_VERDICTS

/** The verdicts that mean that a link is dead. */
export const DEAD_VERDICTS = ['gone', 'soft404', 'takeover_suspect'] as const satisfies readonly HealthVerdict[]

export type DeadVerdict = (typeof DEAD_VERDICTS)[number]

/** Why a verdict was given. Statuses and network errors are reasons as well. */
export const HEALTH_REASONS = {
  permanent_redirect: {
    kind: null,
    retry: false,
    says: 'The page redirects permanently.',
    fix: 'Link to the new URL.',
  },
  three_failures: {
    kind: 'missing',
    retry: false,
    says: 'The page failed at least three times over 72 hours.',
    fix: 'Find another source, or an archived copy.',
  },
  recovering: {
    kind: null,
    retry: true,
    says: 'The page responds again. After one more good response it is healthy.',
    fix: 'Wait for the next check.',
  },
  redirects_home: {
    kind: 'missing',
    retry: false,
    says: 'The page redirects to the home page.',
    fix: 'Find where the content is now, and link to it.',
  },
  says_it_is_missing: {
    kind: 'missing',
    retry: false,
    says: 'The page says that it does not exist.',
    fix: 'Find where the content is now, and link to it.',
  },
  like_a_missing_page: {
    kind: 'missing',
    retry: false,
    says: 'The page looks like the response of the host for a page that never existed.',
    fix: 'Find where the content is now, and link to it.',
  },
  redirects_like_a_missing_page: {
    kind: 'missing',
    retry: false,
    says: 'The page redirects to the same URL as a page that never existed.',
    fix: 'Find where the content is now, and link to it.',
  },
  like_every_page: {
    kind: 'unavailable',
    retry: false,
    says: 'Every page of the host, including the home page, shows the same text.',
    fix: 'Open the page in a browser.',
  },
  left_allowlist: {
    kind: 'blocked',
    retry: false,
    says: 'The page redirects to a host that is not on the allowlist.',
    fix: 'Decide its review: allow the host, or replace the link.',
  },
  domain_parked: {
    kind: 'blocked',
    retry: false,
    says: 'The page only says that its domain is for sale, has expired, or is parked.',
    fix: 'Remove the link, and find another source.',
  },
  text_replaced: {
    kind: 'blocked',
    retry: false,
    says: 'The known text is gone completely, and nothing shows the same owner.',
    fix: 'Decide its review: keep the link, or replace it.',
  },
  bot_wall: {
    kind: 'blocked',
    retry: false,
    says: 'A bot wall or a captcha blocks the page.',
    fix: 'Open the page in a browser.',
  },
  asks_for_login: {
    kind: 'blocked',
    retry: false,
    says: 'The page redirects to a login.',
    fix: 'Open the page in a browser.',
  },
  rate_limited: {
    kind: 'busy',
    retry: true,
    says: 'The host is rate-limiting Canonist (429).',
    fix: 'Wait for the next check.',
  },
  busy: {
    kind: 'busy',
    retry: true,
    says: 'The host is temporarily unavailable (503 with Retry-After).',
    fix: 'Wait for the next check.',
  },
  nobody_answered: {
    kind: 'unavailable',
    retry: true,
    says: 'No host responded at all, so your network may be down.',
    fix: 'Check your network.',
  },
  content_emptied: {
    kind: 'missing',
    retry: false,
    says: 'The text of the page is gone.',
    fix: 'Open the page in a browser, and find another source if it stays empty.',
  },
} as const satisfies Record<string, ReasonEntry>

export type HealthReason = keyof typeof HEALTH_REASONS | NetErrorCode | `status_${number}`

/** Observations worth reporting in addition to the verdict. */
export const HEALTH_NOTES = {
  temporary_redirect: 'the page redirects temporarily',
  certificate_expires_soon: 'the certificate of the server expires within 14 days',
  drift_boilerplate: 'the text has changed slightly',
  drift_dates_and_amounts: 'dates, deadlines or amounts in the text have changed',
  drift_rewrite: 'the text has been rewritten',
  drift_emptied: 'the text is gone',
  fragment_missing: 'the page lacks an anchor (#id) that links point to',
} as const satisfies Record<string, string>

export type HealthNote = keyof typeof HEALTH_NOTES

export type Drift = 'boilerplate' | 'dates_and_amounts' | 'rewrite' | 'emptied'
