import type { NetErrorCode } from '../net/errors.ts'
import { isInternalName } from '../net/gate/host-name.ts'
import { hostOf } from '../registry/spelling.ts'

export type ReasonClass = 'redirect' | 'robots' | 'rate' | 'host' | 'transfer' | 'http' | 'content' | 'url' | 'system'

/**
 * What becomes of a URL with a reason:
 * `retry`: it costs an attempt; after the last one the URL is dead. `dead`: at once. `exclude`: it is left out.
 * `host`: the host failed, so its clock moves and the URL waits without losing an attempt. `rate`: the host asks for
 * quiet; the same, and it is no failure. `fetched`: it is done. `return`: as if it had never been claimed.
 */
export type ReasonAction = 'retry' | 'dead' | 'exclude' | 'host' | 'rate' | 'fetched' | 'return'

interface ReasonEntry {
  readonly class: ReasonClass
  readonly action: ReasonAction
  readonly says: string
}

/** Why a URL is in the state it is in. The words are fixed: people filter by them. */
export const REASONS = {
  too_many_redirects: { class: 'redirect', action: 'retry', says: 'The redirects did not end within the limit.' },
  redirect_loop: { class: 'redirect', action: 'retry', says: 'The redirects led back to where they had been.' },
  redirect_bad_location: { class: 'redirect', action: 'dead', says: 'A redirect did not say where to go.' },
  redirect_out_of_scope: { class: 'redirect', action: 'exclude', says: 'A redirect left what is to be crawled.' },
  redirect_to_login: { class: 'redirect', action: 'dead', says: 'A redirect led to a login.' },
  redirect_not_followed: { class: 'redirect', action: 'dead', says: 'It redirects, and redirects are not followed.' },
  redirected: { class: 'redirect', action: 'fetched', says: 'It leads to another URL, which was queued by itself.' },

  robots_disallowed: { class: 'robots', action: 'exclude', says: 'robots.txt does not allow it.' },
  robots_unreachable: {
    class: 'robots',
    action: 'host',
    says: 'robots.txt could not be read, so nothing may be fetched.',
  },

  rate_limited: { class: 'rate', action: 'rate', says: 'The host says that it is asked too often.' },
  retry_after: { class: 'rate', action: 'rate', says: 'The host says when it may be asked again.' },
  crawl_delay_too_long: {
    class: 'rate',
    action: 'rate',
    says: 'robots.txt asks for longer pauses than are waited for.',
  },

  dns_nxdomain: { class: 'host', action: 'host', says: 'The host has no address.' },
  dns_timeout: { class: 'host', action: 'host', says: 'The name of the host was not resolved in time.' },
  connect_refused: { class: 'host', action: 'host', says: 'The host refuses connections.' },
  connect_timeout: { class: 'host', action: 'host', says: 'The host did not answer in time.' },
  connect_failed: { class: 'host', action: 'host', says: 'The host cannot be reached.' },
  tls_error: { class: 'host', action: 'host', says: 'No trustworthy encrypted connection could be made.' },
  host_circuit_open: { class: 'host', action: 'host', says: 'The host was not asked, because it is down.' },

  read_timeout: { class: 'transfer', action: 'retry', says: 'The answer did not come in time.' },
  reset: { class: 'transfer', action: 'host', says: 'The host broke off the connection.' },
  truncated: { class: 'transfer', action: 'retry', says: 'The answer ended before it was complete.' },
  body_too_large: { class: 'transfer', action: 'dead', says: 'The answer is larger than allowed.' },
  bad_encoding: { class: 'transfer', action: 'retry', says: 'The answer cannot be decompressed.' },
  protocol_error: { class: 'transfer', action: 'retry', says: 'The answer is not proper HTTP.' },

  not_found: { class: 'http', action: 'retry', says: 'There is no such page (404), as often as it was asked.' },
  gone: { class: 'http', action: 'dead', says: 'The page was taken away (410).' },
  unauthorized: { class: 'http', action: 'dead', says: 'The page is for those who log in (401).' },
  forbidden: { class: 'http', action: 'retry', says: 'The server does not hand it out (403).' },
  legal_451: { class: 'http', action: 'dead', says: 'The law keeps the page away (451).' },
  client_error: { class: 'http', action: 'retry', says: 'The server finds fault with the request (4xx).' },
  server_error: { class: 'http', action: 'retry', says: 'The server failed (5xx).' },
  unexpected_status: { class: 'http', action: 'retry', says: 'The status means nothing to a crawler.' },

  unsupported_type: { class: 'content', action: 'dead', says: 'It is not a kind of document that is wanted.' },
  extract_failed: { class: 'content', action: 'retry', says: 'The document could not be read.' },
  duplicate_content: { class: 'content', action: 'fetched', says: 'Another page has the same content.' },
  soft_404: { class: 'content', action: 'retry', says: 'It says that there is no such page, with a status of 200.' },

  invalid_url: { class: 'url', action: 'dead', says: 'This is no URL that can be fetched.' },
  scheme_blocked: { class: 'url', action: 'dead', says: 'Only http and https URLs are fetched.' },
  private_address: { class: 'url', action: 'dead', says: 'It leads to an address or port that is not for the public.' },
  too_long: { class: 'url', action: 'dead', says: 'The URL is too long.' },
  trap_suspected: { class: 'url', action: 'exclude', says: 'The site seems to make up URLs without end.' },

  lease_expired: { class: 'system', action: 'return', says: 'Its worker was lost: it did not report in time.' },
  poison: {
    class: 'system',
    action: 'dead',
    says: 'Five workers were lost with it, and nothing else can be to blame.',
  },
  cancelled: { class: 'system', action: 'return', says: 'Its worker was told to stop.' },
  downstream_failed: { class: 'system', action: 'retry', says: 'It was fetched, but could not be handed on.' },
  budget_exhausted: { class: 'system', action: 'exclude', says: 'As much was fetched as was asked for.' },
  merged: { class: 'system', action: 'fetched', says: 'It was found to be another page, which stands for it.' },
  not_modified: { class: 'system', action: 'fetched', says: 'It has not changed since it was last fetched (304).' },
} as const satisfies Record<string, ReasonEntry>

export type Reason = keyof typeof REASONS

export function isReason(text: string): text is Reason {
  return Object.hasOwn(REASONS, text)
}

export function actionOf(reason: Reason): ReasonAction {
  return REASONS[reason].action
}

/** What a request that gave no answer means for the URL. */
export const REASON_OF_NET_ERROR = {
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
} as const satisfies Record<NetErrorCode, Reason>

/**
 * The same for a certain URL: a name that nobody can have is no private address.
 *
 * @example reasonOfNetError('name_blocked', 'http://nobody.invalid/') // 'invalid_url'
 */
export function reasonOfNetError(code: NetErrorCode, url: string): Reason {
  const isNobodys = code === 'name_blocked' && !isInternalName(hostOf(url))
  return isNobodys ? 'invalid_url' : REASON_OF_NET_ERROR[code]
}

const REASON_OF_STATUS: Readonly<Record<number, Reason>> = {
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
 * @example reasonOfStatus(503, true) // 'retry_after'
 */
export function reasonOfStatus(status: number, saysWhen = false): Reason {
  if (saysWhen && (status === 429 || status === 503)) return 'retry_after'
  const own = REASON_OF_STATUS[status]
  if (own !== undefined) return own
  if (status >= 500 && status < 600) return 'server_error'
  return status >= 400 && status < 500 ? 'client_error' : 'unexpected_status'
}
