import type { NetErrorCode } from '../net/errors.ts'

/** How the link of a page is, over time: each with what it means and what to do about it. */
export const VERDICTS = {
  healthy: { means: 'The page is there.', cure: 'Nothing needs to be done.' },
  moved: {
    means: 'The page answers at another URL, to which it redirects permanently.',
    cure: 'Write the new URL, which is named.',
  },
  degraded: {
    means:
      'It failed, but not often and long enough to be held for gone; or it works with a fault; or looks missing since yesterday; or has just come back.',
    cure: 'Wait for the next check, or repair the fault that is named.',
  },
  guarded: {
    means: 'Somebody is there who does not let programs in: a login, a refusal, a bot wall.',
    cure: 'Look at it in a browser.',
  },
  inconclusive: {
    means:
      'Nothing could be learnt: too many requests, robots.txt, a site with one text for all pages, or our own network.',
    cure: 'Wait for the next check, or look at it in a browser.',
  },
  soft404: {
    means: 'It answers as if all were well, and is a missing page: it redirects to the home page, or says so.',
    cure: 'Find where the content is now, and write that URL.',
  },
  gone: {
    means: 'It failed three times over at least 72 hours with no good answer between, or the server says 410.',
    cure: 'Find another source, or an archived copy.',
  },
  takeover_suspect: {
    means:
      'The domain may have another owner: it redirects to a host that the policy does not allow, it is for sale, or another page is in the place of this one.',
    cure: 'Take the link out until a person has decided its review.',
  },
} as const satisfies Record<string, { readonly means: string; readonly cure: string }>

export type Verdict = keyof typeof VERDICTS

/** Verdicts that a link is dead. */
export const DEAD_VERDICTS = ['gone', 'soft404', 'takeover_suspect'] as const satisfies readonly Verdict[]

export type DeadVerdict = (typeof DEAD_VERDICTS)[number]

/** Why a verdict was given, in words that are no statuses and no failures of the network. */
export const REASONS = {
  permanent_redirect: 'it redirects permanently',
  three_failures: 'three failures or more over at least 72 hours',
  recovering: 'it answers again; one more good answer and it is healthy',
  redirects_home: 'it redirects to the home page',
  says_it_is_missing: 'the page says that it does not exist',
  like_a_missing_page: 'the page looks like what the host says of a page that never existed',
  redirects_like_a_missing_page: 'it redirects to where the host sends for a page that never existed',
  like_every_page: 'every page of the host shows one text, and so does its home page',
  left_allowlist: 'it redirects to a host that is not on the allowlist',
  domain_parked: 'the page only says that its domain is for sale, has expired, or is parked',
  text_replaced: 'nothing is left of its text, and nothing else shows the same owner',
  bot_wall: 'a bot wall or a captcha stands before it',
  asks_for_login: 'it redirects to a login',
  rate_limited: 'the host asked for fewer requests (429)',
  busy: 'the host says when it will be back (503 with Retry-After)',
  nobody_answered: 'no host at all answered, so it may be our own network',
  content_emptied: 'the text of the page is gone',
} as const satisfies Record<string, string>

export type Reason = keyof typeof REASONS | NetErrorCode | `status_${number}`

/** What else is worth a look, beside the verdict. */
export const NOTES = {
  temporary_redirect: 'it redirects temporarily',
  certificate_expires_soon: 'the certificate of the server ends within 14 days',
  drift_boilerplate: 'little has changed in its text',
  drift_dates_and_amounts: 'dates, deadlines or amounts in its text have changed',
  drift_rewrite: 'its text is another one',
  drift_emptied: 'its text is gone',
  fragment_missing: 'the page has no element with an id that links name after the #',
} as const satisfies Record<string, string>

export type Note = keyof typeof NOTES

export type Drift = 'boilerplate' | 'dates_and_amounts' | 'rewrite' | 'emptied'
