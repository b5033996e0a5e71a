import type { ReasonEntry } from '@canonist/core'
import type { NetErrorCode } from '../net/errors.ts'
import { isInternalName } from '../net/gate/host-name.ts'
import { findHost } from '../registry/spelling.ts'

export type ReasonClass = 'redirect' | 'robots' | 'rate' | 'host' | 'transfer' | 'http' | 'content' | 'url' | 'system'

/**
 * What becomes of a URL with a reason:
 * `retry`: it costs an attempt; after the last one the URL is dead. `dead`: at once. `exclude`: it is left out.
 * `host`: the host failed, so its clock moves and the URL waits without losing an attempt. `rate`: the host asks for
 * quiet; the same, and it is no failure. `fetched`: it is done. `return`: as if it had never been claimed.
 */
export type ReasonAction = 'retry' | 'dead' | 'exclude' | 'host' | 'rate' | 'fetched' | 'return'

/** `retry` follows from the action: whether the URL may be fetched again without a change. */
interface FrontierReasonEntry extends ReasonEntry {
  readonly class: ReasonClass
  readonly action: ReasonAction
}

/** Why a URL is in the state it is in. The words are fixed: people filter by them. */
export const FRONTIER_REASONS = {
  too_many_redirects: {
    class: 'redirect',
    action: 'retry',
    kind: 'invalid',
    retry: true,
    says: 'The redirects did not end within the limit.',
    fix: 'Check the chain in a browser; the site may need a cookie.',
  },
  redirect_loop: {
    class: 'redirect',
    action: 'retry',
    kind: 'invalid',
    retry: true,
    says: 'The redirects led back to where they had been.',
    fix: 'Check the chain in a browser; the site may need a cookie.',
  },
  redirect_bad_location: {
    class: 'redirect',
    action: 'dead',
    kind: 'invalid',
    retry: false,
    says: 'A redirect did not say where to go.',
    fix: 'Check the Location header that the server sends.',
  },
  redirect_out_of_scope: {
    class: 'redirect',
    action: 'exclude',
    kind: 'blocked',
    retry: false,
    says: 'A redirect left what is to be crawled.',
    fix: 'Add the URL that it leads to, if it should be crawled.',
  },
  redirect_to_login: {
    class: 'redirect',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'A redirect led to a login.',
    fix: 'Leave it out; the crawler does not log in.',
  },
  redirect_not_followed: {
    class: 'redirect',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'It redirects, and redirects are not followed.',
    fix: 'Follow redirects, or add the URL that it leads to.',
  },
  redirected: {
    class: 'redirect',
    action: 'fetched',
    kind: null,
    retry: false,
    says: 'It leads to another URL, which was queued by itself.',
    fix: 'Nothing needs to be done.',
  },

  robots_disallowed: {
    class: 'robots',
    action: 'exclude',
    kind: 'blocked',
    retry: false,
    says: 'robots.txt does not allow it.',
    fix: 'Respect it, or ask the owner of the site.',
  },
  robots_unreachable: {
    class: 'robots',
    action: 'host',
    kind: 'unavailable',
    retry: true,
    says: 'robots.txt could not be read, so nothing may be fetched.',
    fix: 'Wait; robots.txt is fetched again.',
  },

  rate_limited: {
    class: 'rate',
    action: 'rate',
    kind: 'busy',
    retry: true,
    says: 'The host says that it is asked too often.',
    fix: 'Wait, or raise the delay of the host.',
  },
  retry_after: {
    class: 'rate',
    action: 'rate',
    kind: 'busy',
    retry: true,
    says: 'The host says when it may be asked again.',
    fix: 'Wait until the host may be asked again.',
  },
  crawl_delay_too_long: {
    class: 'rate',
    action: 'rate',
    kind: 'busy',
    retry: true,
    says: 'robots.txt asks for longer pauses than are waited for.',
    fix: 'Ask the owner of the site for a shorter Crawl-delay.',
  },

  dns_nxdomain: {
    class: 'host',
    action: 'host',
    kind: 'unavailable',
    retry: true,
    says: 'The host has no address.',
    fix: 'Check the spelling of the host and your DNS.',
  },
  dns_timeout: {
    class: 'host',
    action: 'host',
    kind: 'unavailable',
    retry: true,
    says: 'The name of the host was not resolved in time.',
    fix: 'Wait for the next attempt, or check your DNS.',
  },
  connect_refused: {
    class: 'host',
    action: 'host',
    kind: 'unavailable',
    retry: true,
    says: 'The host refuses connections.',
    fix: 'Wait for the next attempt, or check the port.',
  },
  connect_timeout: {
    class: 'host',
    action: 'host',
    kind: 'unavailable',
    retry: true,
    says: 'The host did not answer in time.',
    fix: 'Wait for the next attempt, or check the network.',
  },
  connect_failed: {
    class: 'host',
    action: 'host',
    kind: 'unavailable',
    retry: true,
    says: 'The host cannot be reached.',
    fix: 'Wait for the next attempt, or check the network.',
  },
  tls_error: {
    class: 'host',
    action: 'host',
    kind: 'unavailable',
    retry: true,
    says: 'No trustworthy encrypted connection could be made.',
    fix: "Check the server's certificate, its name and its dates.",
  },
  host_circuit_open: {
    class: 'host',
    action: 'host',
    kind: 'unavailable',
    retry: true,
    says: 'The host was not asked, because it is down.',
    fix: 'Wait until the host answers again, or requeue one of its URLs.',
  },

  read_timeout: {
    class: 'transfer',
    action: 'retry',
    kind: 'unavailable',
    retry: true,
    says: 'The answer did not come in time.',
    fix: 'Wait for the next attempt.',
  },
  reset: {
    class: 'transfer',
    action: 'host',
    kind: 'unavailable',
    retry: true,
    says: 'The host broke off the connection.',
    fix: 'Wait for the next attempt.',
  },
  truncated: {
    class: 'transfer',
    action: 'retry',
    kind: 'unavailable',
    retry: true,
    says: 'The response ended before it was complete.',
    fix: 'Wait for the next attempt.',
  },
  body_too_large: {
    class: 'transfer',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'The answer is larger than allowed.',
    fix: 'Raise the limit if the document really is that large, and requeue it.',
  },
  bad_encoding: {
    class: 'transfer',
    action: 'retry',
    kind: 'invalid',
    retry: true,
    says: 'The answer cannot be decompressed.',
    fix: 'Check the Content-Encoding that the server sends.',
  },
  protocol_error: {
    class: 'transfer',
    action: 'retry',
    kind: 'invalid',
    retry: true,
    says: 'The response is not valid HTTP.',
    fix: 'Check that a web server listens there.',
  },

  not_found: {
    class: 'http',
    action: 'retry',
    kind: 'missing',
    retry: true,
    says: 'There is no such page (404), as often as it was asked.',
    fix: 'Find where the page went, or leave it out.',
  },
  gone: {
    class: 'http',
    action: 'dead',
    kind: 'missing',
    retry: false,
    says: 'The page was taken away (410).',
    fix: 'Leave it out.',
  },
  unauthorized: {
    class: 'http',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'The page is for those who log in (401).',
    fix: 'Leave it out; the crawler does not log in.',
  },
  forbidden: {
    class: 'http',
    action: 'retry',
    kind: 'blocked',
    retry: true,
    says: 'The server does not hand it out (403).',
    fix: 'Look at it in a browser, or ask the owner of the site.',
  },
  legal_451: {
    class: 'http',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'The law keeps the page away (451).',
    fix: 'Leave it out.',
  },
  client_error: {
    class: 'http',
    action: 'retry',
    kind: 'invalid',
    retry: true,
    says: 'The server finds fault with the request (4xx).',
    fix: 'Look at the status of the last attempt with canonist frontier explain.',
  },
  server_error: {
    class: 'http',
    action: 'retry',
    kind: 'unavailable',
    retry: true,
    says: 'The server failed (5xx).',
    fix: 'Wait for the next attempt.',
  },
  unexpected_status: {
    class: 'http',
    action: 'retry',
    kind: 'invalid',
    retry: true,
    says: 'The status means nothing to a crawler.',
    fix: 'Look at the status of the last attempt with canonist frontier explain.',
  },

  unsupported_type: {
    class: 'content',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'It is not a kind of document that is wanted.',
    fix: 'Accept its media type, if it should be fetched, and requeue it.',
  },
  extract_failed: {
    class: 'content',
    action: 'retry',
    kind: 'invalid',
    retry: true,
    says: 'The document could not be read.',
    fix: 'Look at the document in a browser.',
  },
  duplicate_content: {
    class: 'content',
    action: 'fetched',
    kind: null,
    retry: false,
    says: 'Another page has the same content.',
    fix: 'Nothing needs to be done.',
  },
  soft_404: {
    class: 'content',
    action: 'retry',
    kind: 'missing',
    retry: true,
    says: 'It says that there is no such page, with a status of 200.',
    fix: 'Find where the page went, or leave it out.',
  },

  invalid_url: {
    class: 'url',
    action: 'dead',
    kind: 'invalid',
    retry: false,
    says: 'This is no URL that can be fetched.',
    fix: 'Correct the URL and add it again.',
  },
  scheme_blocked: {
    class: 'url',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'Only http and https URLs are fetched.',
    fix: 'Add the http or https address of the same thing.',
  },
  private_address: {
    class: 'url',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'It leads to an address or port that is not for the public.',
    fix: 'Add a public address of the same thing.',
  },
  too_long: {
    class: 'url',
    action: 'dead',
    kind: 'invalid',
    retry: false,
    says: 'The URL is too long.',
    fix: 'Leave it out; few servers accept such a URL.',
  },
  trap_suspected: {
    class: 'url',
    action: 'exclude',
    kind: 'blocked',
    retry: false,
    says: 'The site seems to make up URLs without end.',
    fix: 'Look at the URL; requeue it if it is a page.',
  },

  lease_expired: {
    class: 'system',
    action: 'return',
    kind: 'unavailable',
    retry: true,
    says: 'Its worker was lost: it did not report in time.',
    fix: 'Nothing needs to be done; another worker gets it.',
  },
  poison: {
    class: 'system',
    action: 'dead',
    kind: 'bug',
    retry: false,
    says: 'Five workers were lost with it, and nothing else can be to blame.',
    fix: 'Leave it out, and report the URL: a page should not end a worker.',
  },
  cancelled: {
    class: 'system',
    action: 'return',
    kind: 'unavailable',
    retry: true,
    says: 'Its worker was told to stop.',
    fix: 'Nothing needs to be done; another worker gets it.',
  },
  downstream_failed: {
    class: 'system',
    action: 'retry',
    kind: 'unavailable',
    retry: true,
    says: 'It was fetched, but could not be handed on.',
    fix: 'Check where the worker sends its pages.',
  },
  budget_exhausted: {
    class: 'system',
    action: 'exclude',
    kind: 'blocked',
    retry: false,
    says: 'As much was fetched as was asked for.',
    fix: 'Raise the budget and requeue it, if more should be fetched.',
  },
  merged: {
    class: 'system',
    action: 'fetched',
    kind: null,
    retry: false,
    says: 'It was found to be another page, which stands for it.',
    fix: 'Nothing needs to be done.',
  },
  not_modified: {
    class: 'system',
    action: 'fetched',
    kind: null,
    retry: false,
    says: 'It has not changed since it was last fetched (304).',
    fix: 'Nothing needs to be done.',
  },
} as const satisfies Record<string, FrontierReasonEntry>

export type FrontierReason = keyof typeof FRONTIER_REASONS

export function isFrontierReason(text: string): text is FrontierReason {
  return Object.hasOwn(FRONTIER_REASONS, text)
}

export function getAction(reason: FrontierReason): ReasonAction {
  return FRONTIER_REASONS[reason].action
}

/** What a request that gave no answer means for the URL. */
export const REASON_BY_NET_ERROR = {
  invalid_url: 'invalid_url',
  too_long: 'too_long',
  url_ambiguous: 'invalid_url',
  userinfo_blocked: 'invalid_url',
  scheme_blocked: 'scheme_blocked',
  port_blocked: 'private_address',
  name_blocked: 'private_address',
  private_address: 'private_address',
  dns_empty: 'dns_nxdomain',
  refused_by_caller: 'redirect_out_of_scope',
  dns_failed: 'dns_nxdomain',
  connect_refused: 'connect_refused',
  connect_failed: 'connect_failed',
  tls_error: 'tls_error',
  reset: 'reset',
  truncated: 'truncated',
  protocol_error: 'protocol_error',
  headers_too_large: 'protocol_error',
  body_too_large: 'body_too_large',
  bad_encoding: 'bad_encoding',
  dns_timeout: 'dns_timeout',
  connect_timeout: 'connect_timeout',
  headers_timeout: 'read_timeout',
  read_timeout: 'read_timeout',
  total_timeout: 'read_timeout',
  redirect_loop: 'redirect_loop',
  too_many_redirects: 'too_many_redirects',
  bad_redirect: 'redirect_bad_location',
  robots_disallowed: 'robots_disallowed',
  robots_unreachable: 'robots_unreachable',
  host_busy: 'retry_after',
  aborted: 'cancelled',
} as const satisfies Record<NetErrorCode, FrontierReason>

/**
 * The same for a certain URL: a name that nobody can have is no private address.
 *
 * @example classifyNetError('name_blocked', 'http://nobody.invalid/') // 'invalid_url'
 */
export function classifyNetError(code: NetErrorCode, url: string): FrontierReason {
  const isNobodys = code === 'name_blocked' && !isInternalName(findHost(url))
  return isNobodys ? 'invalid_url' : REASON_BY_NET_ERROR[code]
}

const REASON_BY_STATUS: Readonly<Record<number, FrontierReason>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  410: 'gone',
  429: 'rate_limited',
  451: 'legal_451',
}

/**
 * What a status other than 200 and 304 means; a server that is overloaded for a while says until when.
 *
 * @example classifyStatus(503, true) // 'retry_after'
 */
export function classifyStatus(status: number, hasRetryAfter = false): FrontierReason {
  if (hasRetryAfter && (status === 429 || status === 503)) return 'retry_after'
  const own = REASON_BY_STATUS[status]
  if (own !== undefined) return own
  if (status >= 500 && status < 600) return 'server_error'
  return status >= 400 && status < 500 ? 'client_error' : 'unexpected_status'
}
