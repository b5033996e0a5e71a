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

// scheme, slashes, userinfo up to the last "@", host and port, path, query, fragment. Every class leaves out what the
// next piece begins with, so the expression runs in one pass.
const PIECES = /^([a-z][a-z0-9+.-]*:)([/\\]*)((?:[^/\\?#]*@)?)([^/\\?#]*)([^?#]*)(\??[^#]*)([^]*)$/i

/** Cuts a trimmed text at the delimiters of the URL standard. https://url.spec.whatwg.org/#concept-basic-url-parser */
export function splitUrl(text: string): UrlParts | UrlErrorCode {
  const pieces = PIECES.exec(text)
  if (pieces === null) return text === '' ? 'url/empty' : 'url/no-scheme'
  const [, scheme = '', slashes = '', userinfo = '', place = '', path = '', query = '', fragment = ''] = pieces
  if (!isHttp(scheme)) return 'url/scheme-not-http'
  const port = findPort(place)
  if (port === 0) return 'url/no-host'
  return new UrlParts(scheme, slashes, userinfo, place.slice(0, port), place.slice(port), path, query, fragment)
}

/** The colon of the port; colons between brackets belong to an IPv6 address. */
function findPort(place: string): number {
  if (!place.includes('[')) return place.includes(':') ? place.indexOf(':') : place.length
  let insideBrackets = false
  for (let at = 0; at < place.length; at++) {
    const char = place[at]
    if (char === ':' && !insideBrackets) return at
    if (char === '[' || char === ']') insideBrackets = char === '['
  }
  return place.length
}

function isHttp(scheme: string): boolean {
  if (scheme === 'https:' || scheme === 'http:') return true
  const lower = scheme.toLowerCase()
  return lower === 'https:' || lower === 'http:'
}
