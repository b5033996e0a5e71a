import type { ReasonEntry } from '@canonist/core'
import type { NetErrorCode } from '../net/errors.ts'

/** How the link of a page is, over time: each with what it means and what to do about it. */
export const HEALTH_VERDICTS = {
  healthy: {
    kind: null,
    retry: false,
    says: 'The page is there.',
    fix: 'Nothing needs to be done.',
  },
  moved: {
    kind: null,
    retry: false,
    says: 'The page answers at another URL, to which it redirects permanently.',
    fix: 'Write the new URL, which is named.',
  },
  degraded: {
    kind: 'unavailable',
    retry: true,
    says: 'It failed, but not often and long enough to be held for gone; or it works with a fault; or looks missing since yesterday; or has just come back.',
    fix: 'Wait for the next check, or repair the fault that is named.',
  },
  guarded: {
    kind: 'blocked',
    retry: false,
    says: 'Somebody is there who does not let programs in: a login, a refusal, a bot wall.',
    fix: 'Look at it in a browser.',
  },
  inconclusive: {
    kind: 'unavailable',
    retry: true,
    says: 'Nothing could be learnt: too many requests, robots.txt, a site with one text for all pages, or our own network.',
    fix: 'Wait for the next check, or look at it in a browser.',
  },
  soft404: {
    kind: 'missing',
    retry: false,
    says: 'It answers as if all were well, and is a missing page: it redirects to the home page, or says so.',
    fix: 'Find where the content is now, and write that URL.',
  },
  gone: {
    kind: 'missing',
    retry: false,
    says: 'It failed three times over at least 72 hours with no good answer between, or the server says 410.',
    fix: 'Find another source, or an archived copy.',
  },
  takeover_suspect: {
    kind: 'blocked',
    retry: false,
    says: 'The domain may have another owner: it redirects to a host that the policy does not allow, it is for sale, or another page is in the place of this one.',
    fix: 'Take the link out until a person has decided its review.',
  },
} as const satisfies Record<string, ReasonEntry>

export type HealthVerdict = keyof typeof HEALTH_VERDICTS

/** Verdicts that a link is dead. */
export const DEAD_VERDICTS = ['gone', 'soft404', 'takeover_suspect'] as const satisfies readonly HealthVerdict[]

export type DeadVerdict = (typeof DEAD_VERDICTS)[number]

/** Why a verdict was given, beside statuses and failures of the network. */
export const HEALTH_REASONS = {
  permanent_redirect: {
    kind: null,
    retry: false,
    says: 'It redirects permanently.',
    fix: 'Write the new URL.',
  },
  three_failures: {
    kind: 'missing',
    retry: false,
    says: 'Three failures or more over at least 72 hours.',
    fix: 'Find another source, or an archived copy.',
  },
  recovering: {
    kind: null,
    retry: true,
    says: 'It answers again; one more good answer and it is healthy.',
    fix: 'Wait for the next check.',
  },
  redirects_home: {
    kind: 'missing',
    retry: false,
    says: 'It redirects to the home page.',
    fix: 'Find where the content is now, and write that URL.',
  },
  says_it_is_missing: {
    kind: 'missing',
    retry: false,
    says: 'The page says that it does not exist.',
    fix: 'Find where the content is now, and write that URL.',
  },
  like_a_missing_page: {
    kind: 'missing',
    retry: false,
    says: 'The page looks like what the host says of a page that never existed.',
    fix: 'Find where the content is now, and write that URL.',
  },
  redirects_like_a_missing_page: {
    kind: 'missing',
    retry: false,
    says: 'It redirects to where the host sends for a page that never existed.',
    fix: 'Find where the content is now, and write that URL.',
  },
  like_every_page: {
    kind: 'unavailable',
    retry: false,
    says: 'Every page of the host shows one text, and so does its home page.',
    fix: 'Look at it in a browser.',
  },
  left_allowlist: {
    kind: 'blocked',
    retry: false,
    says: 'It redirects to a host that is not on the allowlist.',
    fix: 'Decide its review: allow the host, or replace the link.',
  },
  domain_parked: {
    kind: 'blocked',
    retry: false,
    says: 'The page only says that its domain is for sale, has expired, or is parked.',
    fix: 'Take the link out, and find another source.',
  },
  text_replaced: {
    kind: 'blocked',
    retry: false,
    says: 'Nothing is left of its text, and nothing else shows the same owner.',
    fix: 'Decide its review: keep the link, or replace it.',
  },
  bot_wall: {
    kind: 'blocked',
    retry: false,
    says: 'A bot wall or a captcha stands before it.',
    fix: 'Look at it in a browser.',
  },
  asks_for_login: {
    kind: 'blocked',
    retry: false,
    says: 'It redirects to a login.',
    fix: 'Look at it in a browser.',
  },
  rate_limited: {
    kind: 'busy',
    retry: true,
    says: 'The host asked for fewer requests (429).',
    fix: 'Wait for the next check.',
  },
  busy: {
    kind: 'busy',
    retry: true,
    says: 'The host says when it will be back (503 with Retry-After).',
    fix: 'Wait for the next check.',
  },
  nobody_answered: {
    kind: 'unavailable',
    retry: true,
    says: 'No host at all answered, so it may be our own network.',
    fix: 'Check your own network.',
  },
  content_emptied: {
    kind: 'missing',
    retry: false,
    says: 'The text of the page is gone.',
    fix: 'Look at it in a browser, and find another source if it stays empty.',
  },
} as const satisfies Record<string, ReasonEntry>

export type HealthReason = keyof typeof HEALTH_REASONS | NetErrorCode | `status_${number}`

/** What else is worth a look, beside the verdict. */
export const HEALTH_NOTES = {
  temporary_redirect: 'it redirects temporarily',
  certificate_expires_soon: 'the certificate of the server ends within 14 days',
  drift_boilerplate: 'little has changed in its text',
  drift_dates_and_amounts: 'dates, deadlines or amounts in its text have changed',
  drift_rewrite: 'its text is another one',
  drift_emptied: 'its text is gone',
  fragment_missing: 'the page has no element with an id that links name after the #',
} as const satisfies Record<string, string>

export type HealthNote = keyof typeof HEALTH_NOTES

export type Drift = 'boilerplate' | 'dates_and_amounts' | 'rewrite' | 'emptied'
