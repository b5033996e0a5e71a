import type { ReasonEntry } from '@canonist/core'
import type { NetErrorCode } from '@canonist/web/internal/net/errors'
import { isInternalName } from '@canonist/web/internal/net/gate/host-name'
import { findHost } from '@canonist/registry/internal/registry/spelling'

export const REASON_CLASSES = [
  'redirect',
  'robots',
  'rate',
  'host',
  'transfer',
  'http',
  'content',
  'url',
  'system',
] as const

export type ReasonClass = (typeof REASON_CLASSES)[number]

/**
 * What happens to a URL that gets the reason:
 * - `retry`: uses up an attempt; after the last one the URL is dead
 * - `dead`: dead at once
 * - `confirm`: dead at once, and requested again a day later, so that a fault of a day does not lose a page
 * - `exclude`: left out of the crawl
 * - `host`: the host failed, so its clock moves and the URL waits without losing an attempt
 * - `rate`: the host asked for a pause; like `host`, but not counted as a failure
 * - `fetched`: done
 * - `return`: back to the state before the claim
 */
export type ReasonAction = 'retry' | 'dead' | 'confirm' | 'exclude' | 'host' | 'rate' | 'fetched' | 'return'

/** `retry` follows from the action: whether the URL may be fetched again without a change. */
interface FrontierReasonEntry extends ReasonEntry {
  readonly class: ReasonClass
  readonly action: ReasonAction
}

/** Why a URL is in its state. The codes are fixed: people filter by them. */
export const FRONTIER_REASONS = {
  too_many_redirects: {
    class: 'redirect',
    action: 'retry',
    kind: 'invalid',
    retry: true,
    says: 'The redirect chain is longer than the limit.',
    fix: 'Open the URL in a browser. The site may require a cookie.',
  },
  redirect_loop: {
    class: 'redirect',
    action: 'retry',
    kind: 'invalid',
    retry: true,
    says: 'The redirects form a loop.',
    fix: 'Open the URL in a browser. The site may require a cookie.',
  },
  redirect_bad_location: {
    class: 'redirect',
    action: 'dead',
    kind: 'invalid',
    retry: false,
    says: 'A redirect has no Location header, or its target is not a URL that may be requested.',
    fix: 'Check the Location header that the server sends.',
  },
  redirect_out_of_scope: {
    class: 'redirect',
    action: 'exclude',
    kind: 'blocked',
    retry: false,
    says: 'A redirect leads outside the scope of the crawl.',
    fix: 'Add the target of the redirect if it should be crawled.',
  },
  redirect_to_login: {
    class: 'redirect',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'A redirect leads to a login page.',
    fix: 'Remove the URL, because the crawler does not log in.',
  },
  redirect_not_followed: {
    class: 'redirect',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'The URL redirects, and following redirects is turned off.',
    fix: 'Turn on redirects, or add the target of the redirect.',
  },
  redirected: {
    class: 'redirect',
    action: 'fetched',
    kind: null,
    retry: false,
    says: 'The URL redirects to another URL, which was queued separately.',
    fix: 'Nothing needs to be done.',
  },

  robots_disallowed: {
    class: 'robots',
    action: 'exclude',
    kind: 'blocked',
    retry: false,
    says: 'robots.txt disallows the URL.',
    fix: 'Respect robots.txt, or ask the owner of the site.',
  },
  robots_unreachable: {
    class: 'robots',
    action: 'host',
    kind: 'unavailable',
    retry: true,
    says: 'robots.txt could not be fetched, so nothing on the host may be fetched.',
    fix: 'Wait. Canonist fetches robots.txt again.',
  },

  rate_limited: {
    class: 'rate',
    action: 'rate',
    kind: 'busy',
    retry: true,
    says: 'The host is rate-limiting Canonist (429).',
    fix: 'Wait, or raise the delay of the host.',
  },
  retry_after: {
    class: 'rate',
    action: 'rate',
    kind: 'busy',
    retry: true,
    says: 'The host asked for a pause (Retry-After).',
    fix: 'Wait until the pause is over.',
  },
  crawl_delay_too_long: {
    class: 'rate',
    action: 'rate',
    kind: 'busy',
    retry: true,
    says: 'The Crawl-delay in robots.txt is longer than an hour.',
    fix: 'Ask the owner of the site for a shorter Crawl-delay.',
  },

  dns_nxdomain: {
    class: 'host',
    action: 'host',
    kind: 'unavailable',
    retry: true,
    says: 'The host name does not resolve to an address.',
    fix: 'Check the spelling of the host and your DNS.',
  },
  dns_timeout: {
    class: 'host',
    action: 'host',
    kind: 'unavailable',
    retry: true,
    says: 'The host name was not resolved in time.',
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
    says: 'The host did not accept the connection in time.',
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
    says: 'No trusted TLS connection could be established.',
    fix: "Check the server's certificate, its name and its dates.",
  },
  host_circuit_open: {
    class: 'host',
    action: 'host',
    kind: 'unavailable',
    retry: true,
    says: 'The host is down, so no request was sent.',
    fix: 'Wait until the host responds again, or requeue one of its URLs.',
  },

  read_timeout: {
    class: 'transfer',
    action: 'retry',
    kind: 'unavailable',
    retry: true,
    says: 'The response did not arrive in time.',
    fix: 'Wait for the next attempt.',
  },
  reset: {
    class: 'transfer',
    action: 'host',
    kind: 'unavailable',
    retry: true,
    says: 'The host reset the connection.',
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
    says: 'The response is larger than the limit.',
    fix: 'Raise the limit if the document really is that large, and requeue the URL.',
  },
  bad_encoding: {
    class: 'transfer',
    action: 'retry',
    kind: 'invalid',
    retry: true,
    says: 'The response cannot be decompressed.',
    fix: 'Check the Content-Encoding that the server sends.',
  },
  protocol_error: {
    class: 'transfer',
    action: 'retry',
    kind: 'invalid',
    retry: true,
    says: 'The response is not valid HTTP.',
    fix: 'Check that a web server listens on this port.',
  },

  not_found: {
    class: 'http',
    action: 'confirm',
    kind: 'missing',
    retry: true,
    says: 'The page does not exist (404).',
    fix: 'Find its new URL, or remove it.',
  },
  gone: {
    class: 'http',
    action: 'dead',
    kind: 'missing',
    retry: false,
    says: 'The server says that the page is gone for good (410).',
    fix: 'Remove the URL.',
  },
  unauthorized: {
    class: 'http',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'The page requires a login (401).',
    fix: 'Remove the URL, because the crawler does not log in.',
  },
  forbidden: {
    class: 'http',
    action: 'retry',
    kind: 'blocked',
    retry: true,
    says: 'The server refuses access to the page (403).',
    fix: 'Open the URL in a browser, or ask the owner of the site.',
  },
  legal_451: {
    class: 'http',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'The page is unavailable for legal reasons (451).',
    fix: 'Remove the URL.',
  },
  client_error: {
    class: 'http',
    action: 'retry',
    kind: 'invalid',
    retry: true,
    says: 'The server rejects the request (4xx).',
    fix: 'See the status of the last attempt with canonist frontier explain.',
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
    says: 'The server sent a status that a crawler cannot use.',
    fix: 'See the status of the last attempt with canonist frontier explain.',
  },

  unsupported_type: {
    class: 'content',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'The media type is not one of the accepted ones.',
    fix: 'Accept its media type if the document should be fetched, and requeue the URL.',
  },
  extract_failed: {
    class: 'content',
    action: 'retry',
    kind: 'invalid',
    retry: true,
    says: 'The document could not be parsed.',
    fix: 'Open the document in a browser.',
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
    action: 'confirm',
    kind: 'missing',
    retry: true,
    says: 'The page says that it does not exist, with status 200.',
    fix: 'Find its new URL, or remove it.',
  },

  invalid_url: {
    class: 'url',
    action: 'dead',
    kind: 'invalid',
    retry: false,
    says: 'The URL cannot be fetched because it is not valid.',
    fix: 'Correct the URL and add it again.',
  },
  scheme_blocked: {
    class: 'url',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'Only http and https URLs are fetched.',
    fix: 'Add the http or https URL of the same resource.',
  },
  private_address: {
    class: 'url',
    action: 'dead',
    kind: 'blocked',
    retry: false,
    says: 'The URL leads to a private address or a blocked port.',
    fix: 'Add a public URL of the same resource.',
  },
  too_long: {
    class: 'url',
    action: 'dead',
    kind: 'invalid',
    retry: false,
    says: 'The URL is too long.',
    fix: 'Remove it, because few servers accept such a URL.',
  },
  trap_suspected: {
    class: 'url',
    action: 'exclude',
    kind: 'blocked',
    retry: false,
    says: 'The site seems to generate URLs without end (a crawler trap).',
    fix: 'Check the URL, and requeue it if it is a real page.',
  },

  lease_expired: {
    class: 'system',
    action: 'return',
    kind: 'unavailable',
    retry: true,
    says: 'The worker that had the URL was lost: it did not report in time.',
    fix: 'Do nothing. Another worker retries it.',
  },
  poison: {
    class: 'system',
    action: 'dead',
    kind: 'bug',
    retry: false,
    says: 'Five workers were lost with this URL, and no other URL can be the cause.',
    fix: 'Remove the URL and report it: a page should never crash a worker.',
  },
  cancelled: {
    class: 'system',
    action: 'return',
    kind: 'unavailable',
    retry: true,
    says: 'The worker was stopped, or short of CPU time, before it fetched the URL.',
    fix: 'Do nothing. Another worker fetches it.',
  },
  downstream_failed: {
    class: 'system',
    action: 'retry',
    kind: 'unavailable',
    retry: true,
    says: 'The page was fetched, but its receiver failed.',
    fix: 'Check the program that receives the pages (onPage).',
  },
  budget_exhausted: {
    class: 'system',
    action: 'exclude',
    kind: 'blocked',
    retry: false,
    says: 'The page budget of the host is used up.',
    fix: 'Raise the budget and requeue the URL if more should be fetched.',
  },
  merged: {
    class: 'system',
    action: 'fetched',
    kind: null,
    retry: false,
    says: 'The URL turned out to be another page, which is fetched instead.',
    fix: 'Nothing needs to be done.',
  },
  not_modified: {
    class: 'system',
    action: 'fetched',
    kind: null,
    retry: false,
    says: 'The page has not changed since it was last fetched (304).',
    fix: 'Nothing needs to be done.',
  },
} as const satisfies Record<string, FrontierReasonEntry>

export type FrontierReason = keyof typeof FRONTIER_REASONS

export function isFrontierReason(text: string): text is FrontierReason {
  return Object.hasOwn(FRONTIER_REASONS, text)
}

/** Which reasons a URL may have. Of several names, any of them; of a name and a class, both must hold. */
export interface ReasonFilter {
  readonly reason?: string | readonly string[] | undefined
  readonly reasonClass?: ReasonClass | readonly ReasonClass[] | undefined
}

/**
 * The reasons that a filter matches, each once; undefined if it has no condition.
 *
 * @example resolveReasons({ reason: ['gone', 'reset'], reasonClass: 'http' }) // ['gone']
 */
export function resolveReasons({ reason, reasonClass }: ReasonFilter): readonly string[] | undefined {
  if (reasonClass === undefined) return reason === undefined ? undefined : [...new Set([reason].flat())]
  const classes: readonly ReasonClass[] = [reasonClass].flat()
  const ofClasses = Object.entries(FRONTIER_REASONS).flatMap(([name, entry]) =>
    classes.includes(entry.class) ? [name] : [],
  )
  const named = reason === undefined ? null : [reason].flat()
  return named === null ? ofClasses : ofClasses.filter((name) => named.includes(name))
}

export function getAction(reason: FrontierReason): ReasonAction {
  return FRONTIER_REASONS[reason].action
}

/** The class of a reason; null if the reason is not one of this version. */
export function findReasonClass(reason: string): ReasonClass | null {
  return isFrontierReason(reason) ? FRONTIER_REASONS[reason].class : null
}

/** Whether the reason says that the page does not exist, which one answer does not prove. */
export function isMissing(reason: string | null): boolean {
  return reason !== null && isFrontierReason(reason) && getAction(reason) === 'confirm'
}

/** The reason for a request that failed without a response. */
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
  process_overloaded: 'cancelled',
  redirect_loop: 'redirect_loop',
  too_many_redirects: 'too_many_redirects',
  bad_redirect: 'redirect_bad_location',
  robots_disallowed: 'robots_disallowed',
  robots_unreachable: 'robots_unreachable',
  host_busy: 'retry_after',
  aborted: 'cancelled',
} as const satisfies Record<NetErrorCode, FrontierReason>

/**
 * The reason for a failed request to this URL. A reserved name such as `x.invalid` is an invalid URL, not a private address.
 *
 * @example classifyNetError('name_blocked', 'http://example.invalid/') // 'invalid_url'
 */
export function classifyNetError(code: NetErrorCode, url: string): FrontierReason {
  const isReservedName = code === 'name_blocked' && !isInternalName(findHost(url))
  return isReservedName ? 'invalid_url' : REASON_BY_NET_ERROR[code]
}

/**
 * The reason for a redirect that cannot be followed to this target. The URL that redirects is valid, so nothing is to be corrected there.
 *
 * @example classifyRedirectError('url_ambiguous', 'http://127.1/') // 'redirect_bad_location'
 */
export function classifyRedirectError(code: NetErrorCode, target: string): FrontierReason {
  const reason = classifyNetError(code, target)
  return reason === 'invalid_url' || reason === 'too_long' ? 'redirect_bad_location' : reason
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
 * The reason for a status other than 200 and 304.
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
