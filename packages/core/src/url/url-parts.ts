import type { UrlErrorCode } from './errors.ts'

/**
 * A URL in eight pieces, each with its own delimiter, so that joining them gives the text back:
 *
 *     https: // user:pass@ example.com :8080 /a/b ?x=1 #top
 *     └─┬──┘ └┘ └───┬────┘ └────┬────┘ └─┬─┘ └┬─┘ └┬─┘ └┬─┘
 *    scheme  │   userinfo      host    port  path query fragment
 *         slashes
 *
 * A piece that is absent is the empty string. Right after the split the pieces hold the spelling of the input; the
 * rules then change them one by one, and the joined text is a whole URL at every moment.
 */
export class UrlParts {
  scheme: string
  slashes: string
  userinfo: string
  host: string
  port: string
  path: string
  query: string
  fragment: string

  constructor(
    scheme: string,
    slashes: string,
    userinfo: string,
    host: string,
    port: string,
    path: string,
    query: string,
    fragment: string,
  ) {
    this.scheme = scheme
    this.slashes = slashes
    this.userinfo = userinfo
    this.host = host
    this.port = port
    this.path = path
    this.query = query
    this.fragment = fragment
  }

  join(): string {
    return this.scheme + this.slashes + this.userinfo + this.host + this.port + this.path + this.query + this.fragment
  }
}

const SCHEME_AND_SLASHES = /^([a-z][a-z0-9+.-]*:)([/\\]*)/i

/** Cuts a trimmed text at the delimiters of the URL standard. https://url.spec.whatwg.org/#concept-basic-url-parser */
export function splitUrl(text: string): UrlParts | UrlErrorCode {
  const start = SCHEME_AND_SLASHES.exec(text)
  if (start === null) return text === '' ? 'url/empty' : 'url/no-scheme'
  const [whole, scheme = '', slashes = ''] = start
  if (!isHttp(scheme)) return 'url/scheme-not-http'

  const fragment = endOr(text, text.indexOf('#', whole.length))
  const query = Math.min(fragment, endOr(text, text.indexOf('?', whole.length)))
  const path = findPath(text, whole.length, query)
  const hostStart = Math.max(whole.length, text.lastIndexOf('@', path - 1) + 1)
  const port = findPort(text, hostStart, path)
  if (port === hostStart) return 'url/no-host'
  return new UrlParts(
    scheme,
    slashes,
    text.slice(whole.length, hostStart),
    text.slice(hostStart, port),
    text.slice(port, path),
    text.slice(path, query),
    text.slice(query, fragment),
    text.slice(fragment),
  )
}

const endOr = (text: string, found: number): number => (found === -1 ? text.length : found)

/** The first slash of either kind behind the authority. */
function findPath(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x2f || char === 0x5c) return at
  }
  return end
}

function isHttp(scheme: string): boolean {
  if (scheme === 'https:' || scheme === 'http:') return true
  const lower = scheme.toLowerCase()
  return lower === 'https:' || lower === 'http:'
}

/** The colon of the port; colons between brackets belong to an IPv6 address. */
function findPort(text: string, start: number, end: number): number {
  let insideBrackets = false
  for (let at = start; at < end; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x5b) insideBrackets = true
    else if (char === 0x5d) insideBrackets = false
    else if (char === 0x3a && !insideBrackets) return at
  }
  return end
}
