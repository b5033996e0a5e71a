import type { ErrorEntry } from '@canonist/core'
import { hideCredentials } from '../text/hide-credentials.ts'

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
    fix: 'Shorten it; few servers accept more.',
  },
  url_ambiguous: {
    class: 'blocked',
    kind: 'blocked',
    retry: false,
    says: 'Programs disagree about what this URL means.',
    fix: 'Write it plainly: scheme, two slashes, host, path; no backslash, line break or control character.',
  },
  userinfo_blocked: {
    class: 'blocked',
    kind: 'blocked',
    retry: false,
    says: 'The URL has a user name or password before the host.',
    fix: 'Remove everything up to the "@"; send credentials in a header.',
    commandFix: 'Remove everything up to the "@"; the command sends no credentials.',
  },
  scheme_blocked: {
    class: 'blocked',
    kind: 'blocked',
    retry: false,
    says: 'Only http and https URLs are fetched.',
    fix: 'Use the http or https address of the same thing.',
  },
  port_blocked: {
    class: 'blocked',
    kind: 'blocked',
    retry: false,
    says: "The port is not the scheme's own (80 for http, 443 for https), or is that of another service, such as SSH.",
    fix: 'Remove the port, or map it with connectTo; allowPort allows only ports that may have a web server.',
    commandFix: 'Remove the port, or map it with --connect-to.',
  },
  name_blocked: {
    class: 'blocked',
    kind: 'blocked',
    retry: false,
    says: 'The host is not a name of the public web.',
    fix: 'Use a full domain name in one script; map an internal name with connectTo.',
    commandFix: 'Use a full domain name in one script; map an internal name with --connect-to.',
  },
  private_address: {
    class: 'blocked',
    kind: 'blocked',
    retry: false,
    says: 'The address is not on the public Internet.',
    fix: 'Use a public address; allow another one with allowAddresses or connectTo.',
    commandFix: 'Use a public address; allow another one with --connect-to.',
  },
  dns_empty: {
    class: 'blocked',
    kind: 'unavailable',
    retry: true,
    says: 'The name has no address.',
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
    says: 'The name could not be resolved.',
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
    says: 'No trustworthy encrypted connection could be made.',
    fix: "Check the server's certificate, its name and its dates; trust an authority of your own with ca.",
    commandFix: "Check the server's certificate, its name and its dates; trust an authority of your own with --cacert.",
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
    fix: 'Nothing can be done here; the server sends too many.',
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
    says: 'The name was not resolved in time.',
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
  redirect_loop: {
    class: 'redirect',
    kind: 'invalid',
    retry: true,
    says: 'The redirects form a loop.',
    fix: 'Check the URL in a browser; no cookies are kept here, which some sites need.',
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
    says: 'The robots.txt of the site does not allow this to be fetched.',
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
    says: 'The host asked for a longer pause than you are willing to wait.',
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
 * @example createNetFailure('dns_empty', 'www.boe.es').message // '"www.boe.es": The name has no address. Check the …'
 */
export function createNetFailure(code: NetErrorCode, detail: string): NetFailure {
  const { says, fix } = NET_ERRORS[code]
  return { ok: false, code, message: `${quote(detail)}: ${says} ${fix}` }
}

const TABLE: readonly NetError[] = Object.values(NET_ERRORS)

/**
 * The message of a failure as the command words it: its fix names flags instead of options.
 *
 * @example rewordForCommand('"http://10.0.0.1/": … allow another one with allowAddresses or connectTo.') // '… with --connect-to.'
 */
export function rewordForCommand(message: string): string {
  const error = TABLE.find(({ says, fix }) => message.endsWith(`${says} ${fix}`))
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
