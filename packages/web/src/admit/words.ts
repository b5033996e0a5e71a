import type { ErrorEntry } from '@canonist/core'

/** Why a URL is rejected or pending, and what to do about it. Reasons about a redirect concern its target. */
export const REASONS = {
  malformed: {
    kind: 'invalid',
    retry: false,
    says: 'Not a valid URL, or parsers disagree about it.',
    fix: 'Write it in full: https://, host, path.',
  },
  control_character: {
    kind: 'invalid',
    retry: false,
    says: 'The URL contains a control character, such as a tab or a line break.',
    fix: 'Remove the character.',
  },
  scheme_not_allowed: {
    kind: 'blocked',
    retry: false,
    says: 'The URL is neither http nor https.',
    fix: 'Use the http or https address of the same document.',
  },
  userinfo: {
    kind: 'blocked',
    retry: false,
    says: 'The URL has a user name or password before the host.',
    fix: 'Remove everything up to the "@".',
  },
  ip_literal: {
    kind: 'blocked',
    retry: false,
    says: 'The host is an IP address.',
    fix: 'Use a host name instead.',
  },
  invalid_host: {
    kind: 'invalid',
    retry: false,
    says: 'The host is not a public host name.',
    fix: 'Check the spelling of the host.',
  },
  port_not_allowed: {
    kind: 'blocked',
    retry: false,
    says: 'The URL has a port other than the default of its scheme.',
    fix: 'Remove the port.',
  },
  blocklisted: {
    kind: 'blocked',
    retry: false,
    says: 'The policy blocks the host.',
    fix: 'Use another source, or change hosts.block.',
  },
  not_allowlisted: {
    kind: 'blocked',
    retry: false,
    says: 'The host is not on the allowlist (`hosts.allow`).',
    fix: 'Use another source, or add it to hosts.allow.',
  },
  needs_resolution: {
    kind: 'unavailable',
    retry: true,
    says: 'Only a request can show where a short link leads.',
    fix: 'Admit it online, or again later if its service did not respond.',
  },
  shortener_unresolved: {
    kind: 'missing',
    retry: false,
    says: 'The short link does not lead to a page.',
    fix: 'Use the URL of the page itself.',
  },
  redirect_left_allowlist: {
    kind: 'blocked',
    retry: false,
    says: 'A redirect leads to a host that is not on the allowlist.',
    fix: 'Find the new address of the page, or add that host to hosts.allow.',
  },
  redirect_scheme_not_allowed: {
    kind: 'blocked',
    retry: false,
    says: 'A redirect leads to a URL that is neither http nor https.',
    fix: 'Look at its redirects with "canonist resolve".',
  },
  redirect_userinfo: {
    kind: 'blocked',
    retry: false,
    says: 'A redirect leads to a URL with a user name.',
    fix: 'Look at its redirects with "canonist resolve".',
  },
  redirect_ip_literal: {
    kind: 'blocked',
    retry: false,
    says: 'A redirect leads to an IP address.',
    fix: 'Look at its redirects with "canonist resolve".',
  },
  redirect_invalid_host: {
    kind: 'invalid',
    retry: false,
    says: 'A redirect leads to a host that is not a public host name.',
    fix: 'Look at its redirects with "canonist resolve".',
  },
  redirect_port_not_allowed: {
    kind: 'blocked',
    retry: false,
    says: 'A redirect leads to a port other than the default of its scheme.',
    fix: 'Look at its redirects with "canonist resolve".',
  },
  redirect_malformed: {
    kind: 'invalid',
    retry: false,
    says: 'A redirect leads to an invalid or ambiguous URL.',
    fix: 'Look at its redirects with "canonist resolve".',
  },
} as const satisfies Record<string, ErrorEntry>

export type AdmissionReason = keyof typeof REASONS

/** Why a URL was not requested at all, besides the codes of the network. */
export const REQUEST_ERRORS = {
  budget_spent: {
    kind: 'blocked',
    retry: false,
    says: 'The limit of requests or of time for this URL was reached.',
    fix: 'Admit it again, or look at its redirects: there are too many.',
  },
} as const satisfies Record<string, ErrorEntry>

/** What a person must review, and why. */
export const FLAGS = {
  unknown_param: 'The policy does not list a parameter. Add it to query.keep or query.strip.',
  spa_fragment: 'The fragment may identify a page of its own, but the canonical URL has no fragment.',
  non_utf8_escape: 'Its percent-escapes are not UTF-8. They were kept as they are.',
  http_only: 'The site does not serve the page over https, so its URL stays http.',
  tls_invalid: 'The certificate of the site is not valid.',
  resolution_failed: 'The page could not be fetched, so its URL stays as written, without proof.',
  redirect_limit: 'There are more than five redirects, so the URL stays as written, without proof.',
  redirect_loop: 'The redirects form a loop, so the URL stays as written, without proof.',
  access_restricted: 'The server restricts access to the page (401, 403 or a login).',
  mapping_unverified: 'The policy maps the host to another one, and no request has verified that for this page.',
  www_mapping_conflict:
    'The policy maps the host to another one, but the site does not use that one. The host that the site uses was kept.',
  language_unverified:
    'The page is not in the preferred language, and its version in that language could not be requested.',
  pagination_uncertain: 'A parameter is either a page number or identifies the page, so it was kept.',
  pagination_base_unreachable: 'The list cannot be fetched without its page number, so the number was kept.',
  homepage_link: 'A home page is not a source for one topic.',
  section_link: 'A section page is not a source for one topic.',
} as const satisfies Record<string, string>

/** `no_spanish_version`: none in the language that the policy prefers, by the language’s English name. */
export type MissingVersion = `no_${string}_version`
export type AdmissionFlag = keyof typeof FLAGS | MissingVersion

export const isMissingVersion = (flag: AdmissionFlag): flag is MissingVersion => /^no_.*_version$/.test(flag)

export const MISSING_VERSION = 'The page has no version in the language that the policy prefers.'

/** What is wrong, and what to do about it. */
export function describeReason(reason: AdmissionReason): string {
  const { says, fix } = REASONS[reason]
  return `${says} ${fix}`
}

export function describeFlag(flag: AdmissionFlag): string {
  return Object.hasOwn(FLAGS, flag) ? FLAGS[flag as keyof typeof FLAGS] : MISSING_VERSION
}

/** Information that needs no action. */
export const NOTES = {
  scheme_assumed: 'No scheme was given, so https was assumed.',
  hop_upgraded: 'A redirect led to http, but https was requested instead.',
  www_mapped: 'The host was replaced by the one that the site uses.',
  www_not_mapped: 'The host that the policy maps to does not have this page, so the host was kept.',
  'trailing_slash_kept:server_redirect': 'The server redirects to the URL with a slash.',
  'trailing_slash_kept:different_target': 'Without its slash the URL leads to another page.',
  'trailing_slash_kept:slashless_not_found': 'Without its slash there is no such page.',
  'trailing_slash_kept:known': 'An earlier request showed that the slash matters.',
} as const satisfies Record<string, string>

/** `ended:404`, `ended:connect_refused`, `ended:login`: how the redirects ended if no page was found. */
export type Ending = `ended:${string}`
/** `expected:http_only`: a reviewer marked this flag as expected for the host or page, so it needs no review again. */
export type ExpectedFlag = `expected:${string}`
/** `control_character:25`: which character of the input, counted from 1. */
export type ControlPlace = `control_character:${number}`
export type AdmissionNote = keyof typeof NOTES | Ending | ExpectedFlag | ControlPlace

export const ENDING = 'How the redirects ended: a status, a network error code, or `login`.'
export const CONTROL_PLACE = 'Which character of the input is the control character, counted from 1.'
export const EXPECTED_FLAG = 'A reviewer decided that this flag is expected here.'

export function describeNote(note: AdmissionNote): string {
  if (Object.hasOwn(NOTES, note)) return NOTES[note as keyof typeof NOTES]
  if (note.startsWith('control_character:')) return CONTROL_PLACE
  return note.startsWith('expected:') ? EXPECTED_FLAG : ENDING
}
