import type { ErrorEntry } from '@canonist/core'
import { hideCredentials } from '@canonist/core/internal/text/hide-credentials'

/** A row. Its `fix` names options of the library. */
interface NetError extends ErrorEntry {
  readonly class: NetErrorClass
  /** The fix for the command, which names flags; absent if `fix` suits both. */
  readonly commandFix?: string
}

/** The class of a failure decides what a caller can do: correct the URL, give up, retry later or ask a person. */
export type NetErrorClass = 'invalid' | 'blocked' | 'network' | 'timeout' | 'redirect' | 'robots' | 'busy' | 'aborted'

/** Every way in which a request can fail: its class, the problem, and the fix. */
export const NET_ERRORS = {
  invalid_url: {
    class: 'invalid',
    kind: 'invalid',
    retry: false,
    says: 'This is not a URL.',
    fix: 'Write it in full, as in https://www.boe.es/path.',
  },
  too_long: {
    class: 'invalid',
    kind: 'invalid',
    retry: false,
    says: 'The URL is longer than 8,192 characters.',
    fix: 'Shorten it. Few servers accept more.',
  },
  url_ambiguous: {
    class: 'blocked',
    kind: 'blocked',
    retry: false,
    says: 'Programs disagree about what this URL means.',
    fix: 'Write a scheme, two slashes, the host and the path, without backslashes, line breaks or control characters.',
  },
  userinfo_blocked: {
    class: 'blocked',
    kind: 'blocked',
    retry: false,
    says: 'The URL has a user name or password before the host.',
    fix: 'Remove everything up to the "@", and send credentials in a header.',
    commandFix: 'Remove everything up to the "@". The command sends no credentials.',
  },
  scheme_blocked: {
    class: 'blocked',
    kind: 'blocked',
    retry: false,
    says: 'Only http and https URLs are fetched.',
    fix: 'Use the http or https address of the same document.',
  },
  port_blocked: {
    class: 'blocked',
    kind: 'blocked',
    retry: false,
    says: 'The port is not the default of the scheme (80 for http, 443 for https), or belongs to another service, such as SSH.',
    fix: 'Remove the port, or map it with connectTo. allowPort allows only ports that may have a web server.',
    commandFix: 'Remove the port, or map it with --connect-to.',
  },
  name_blocked: {
    class: 'blocked',
    kind: 'blocked',
    retry: false,
    says: 'The host is not a public host name.',
    fix: 'Use a full domain name in one script, or map an internal name with connectTo.',
    commandFix: 'Use a full domain name in one script, or map an internal name with --connect-to.',
  },
  private_address: {
    class: 'blocked',
    kind: 'blocked',
    retry: false,
    says: 'The address is not on the public Internet.',
    fix: 'Use a public address, or allow another one with allowAddresses or connectTo.',
    commandFix: 'Use a public address, or allow another one with --connect-to.',
  },
  dns_empty: {
    class: 'blocked',
    kind: 'unavailable',
    retry: true,
    says: 'The host name has no address.',
    fix: 'Check the spelling of the host.',
  },
  refused_by_caller: {
    class: 'blocked',
    kind: 'blocked',
    retry: false,
    says: "The caller's own check refused it.",
    fix: 'Change what mayVisit, mayStart or verifyFn returns, if this URL should be fetched.',
    commandFix: 'Add the host to hosts.allow of your policy, if this URL should be fetched.',
  },
  dns_failed: {
    class: 'network',
    kind: 'unavailable',
    retry: true,
    says: 'The host name could not be resolved.',
    fix: 'Check the spelling of the host and your DNS.',
  },
  connect_refused: {
    class: 'network',
    kind: 'unavailable',
    retry: true,
    says: 'The server refuses connections.',
    fix: 'Try again later, or check the port.',
  },
  connect_failed: {
    class: 'network',
    kind: 'unavailable',
    retry: true,
    says: 'The server cannot be reached.',
    fix: 'Check the network between you and it, or try again later.',
  },
  tls_error: {
    class: 'network',
    kind: 'unavailable',
    retry: true,
    says: 'No trusted TLS connection could be established.',
    fix: "Check the server's certificate, its name and its dates, or trust your own authority with ca.",
    commandFix: "Check the server's certificate, its name and its dates, or trust your own authority with --cacert.",
  },
  reset: {
    class: 'network',
    kind: 'unavailable',
    retry: true,
    says: 'The server closed the connection early.',
    fix: 'Try again later.',
  },
  truncated: {
    class: 'network',
    kind: 'unavailable',
    retry: true,
    says: 'The response ended before it was complete.',
    fix: 'Try again later.',
  },
  protocol_error: {
    class: 'network',
    kind: 'invalid',
    retry: true,
    says: 'The response is not valid HTTP.',
    fix: 'Check that a web server listens there.',
  },
  headers_too_large: {
    class: 'network',
    kind: 'blocked',
    retry: false,
    says: 'The headers of the response are larger than allowed.',
    fix: 'Report it to the owner of the server, which sends too many.',
  },
  body_too_large: {
    class: 'network',
    kind: 'blocked',
    retry: false,
    says: 'The body of the response is larger than allowed.',
    fix: 'Raise maxBytes if the document really is that large.',
    commandFix: 'Raise --max-bytes if the document really is that large.',
  },
  bad_encoding: {
    class: 'network',
    kind: 'invalid',
    retry: true,
    says: 'The body of the response cannot be decompressed.',
    fix: 'Check the Content-Encoding that the server sends.',
  },
  dns_timeout: {
    class: 'timeout',
    kind: 'unavailable',
    retry: true,
    says: 'The host name was not resolved in time.',
    fix: 'Try again later, or raise timeouts.dns.',
    commandFix: 'Try again later.',
  },
  connect_timeout: {
    class: 'timeout',
    kind: 'unavailable',
    retry: true,
    says: 'No connection was made in time.',
    fix: 'Try again later, or raise timeouts.connect.',
    commandFix: 'Try again later.',
  },
  headers_timeout: {
    class: 'timeout',
    kind: 'unavailable',
    retry: true,
    says: 'The headers of the response did not arrive in time.',
    fix: 'Try again later, or raise timeouts.headers.',
    commandFix: 'Try again later.',
  },
  read_timeout: {
    class: 'timeout',
    kind: 'unavailable',
    retry: true,
    says: 'The body of the response stopped arriving.',
    fix: 'Try again later, or raise timeouts.bodyGap.',
    commandFix: 'Try again later.',
  },
  total_timeout: {
    class: 'timeout',
    kind: 'unavailable',
    retry: true,
    says: 'The request took longer than allowed.',
    fix: 'Try again later, or raise timeouts.total.',
    commandFix: 'Try again later, or raise --timeout.',
  },
  process_overloaded: {
    class: 'timeout',
    kind: 'busy',
    retry: true,
    says: 'This process had too little CPU time to read the response.',
    fix: 'Send fewer requests at once, or give the process more CPU time. The server is not at fault.',
    commandFix: 'Lower --concurrency, or give the process more CPU time. The server is not at fault.',
  },
  redirect_loop: {
    class: 'redirect',
    kind: 'invalid',
    retry: true,
    says: 'The redirects form a loop.',
    fix: 'Check the URL in a browser. Canonist keeps no cookies, and some sites need them.',
  },
  too_many_redirects: {
    class: 'redirect',
    kind: 'invalid',
    retry: true,
    says: 'There are too many redirects.',
    fix: 'Raise maxRedirects, or begin with a later URL of the chain.',
    commandFix: 'Raise --max-redirects, or begin with a later URL of the chain.',
  },
  bad_redirect: {
    class: 'redirect',
    kind: 'invalid',
    retry: false,
    says: 'The redirect has no usable target.',
    fix: 'Check the Location header that the server sends.',
  },
  robots_disallowed: {
    class: 'robots',
    kind: 'blocked',
    retry: false,
    says: 'The robots.txt of the site disallows this URL.',
    fix: 'Respect it, or ask the owner of the site.',
  },
  robots_unreachable: {
    class: 'robots',
    kind: 'unavailable',
    retry: true,
    says: 'The robots.txt of the site could not be read, which means that nothing may be fetched.',
    fix: 'Try again later.',
  },
  host_busy: {
    class: 'busy',
    kind: 'busy',
    retry: true,
    says: 'The host asked for a pause that is longer than you are willing to wait.',
    fix: 'Try again after that pause, or raise maxWaitMs.',
    commandFix: 'Try again after that pause, or raise --max-wait.',
  },
  aborted: {
    class: 'aborted',
    kind: 'unavailable',
    retry: true,
    says: 'The caller aborted it.',
    fix: 'Nothing needs to be done.',
  },
} as const satisfies Record<string, NetError>

export type NetErrorCode = keyof typeof NET_ERRORS

/** A failed request, as a value. */
export interface NetFailure {
  readonly ok: false
  readonly code: NetErrorCode
  readonly message: string
}

/**
 * Creates a failure with its message: the thing, the problem, the fix.
 *
 * @param cause what is known about the problem in this case, such as the text of an error
 *
 * @example createNetFailure('dns_empty', 'www.boe.es').message // '"www.boe.es": The host name has no address. Check the …'
 * @example createNetFailure('dns_failed', 'www.boe.es', 'ENOTFOUND').message // '"www.boe.es": The host name could not be resolved (ENOTFOUND). Check the …'
 */
export function createNetFailure(code: NetErrorCode, thing: string, cause = ''): NetFailure {
  const { says, fix } = NET_ERRORS[code]
  const problem = cause === '' ? says : `${dropFullStop(says)} (${quote(cause).slice(1, -1)}).`
  return { ok: false, code, message: `${quote(thing)}: ${problem} ${fix}` }
}

const dropFullStop = (sentence: string): string => sentence.slice(0, -1)

const TABLE: readonly NetError[] = Object.values(NET_ERRORS)

/**
 * The message of a failure as the command words it: its fix names flags instead of options.
 *
 * @example rewordForCommand('"http://10.0.0.1/": … allow another one with allowAddresses or connectTo.') // '… with --connect-to.'
 */
export function rewordForCommand(message: string): string {
  const error = TABLE.find(
    ({ says, fix }) => message.includes(`": ${dropFullStop(says)}`) && message.endsWith(` ${fix}`),
  )
  return error?.commandFix === undefined ? message : message.slice(0, -error.fix.length) + error.commandFix
}

const MAX_QUOTE_LENGTH = 200
// Beyond what JSON escapes: what a terminal may obey, and what turns or hides text (Unicode's Cf, Zl, Zp).
const OBEYED = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu

/** Quotes untrusted text on one line, with everything escaped that a terminal might interpret. */
function quote(text: string): string {
  const safe = hideCredentials(text)
  const start = safe.length > MAX_QUOTE_LENGTH ? `${safe.slice(0, MAX_QUOTE_LENGTH)}…` : safe
  return JSON.stringify(start).replace(OBEYED, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
}
