import type { UrlErrorCode } from './errors.ts'
import { findBefore } from './find-before.ts'

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
  // Only declared: a field would be written twice, before the constructor and in it.
  declare scheme: string
  declare slashes: string
  declare userinfo: string
  declare host: string
  declare port: string
  declare path: string
  declare query: string
  declare fragment: string

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

  /** Respells everything after the host. */
  respell(change: (text: string) => string): void {
    this.path = change(this.path)
    this.query = change(this.query)
    this.fragment = change(this.fragment)
  }

  join(): string {
    return this.scheme + this.slashes + this.userinfo + this.host + this.port + this.path + this.query + this.fragment
  }
}

// Browsers take any number of slashes and backslashes after the scheme.
const SCHEME_AND_SLASHES = /https?:[/\\]*/iy
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:/i

/** Cuts a trimmed text at the delimiters of the URL standard. https://url.spec.whatwg.org/#concept-basic-url-parser */
export function splitUrl(text: string): UrlParts | UrlErrorCode {
  SCHEME_AND_SLASHES.lastIndex = 0
  if (!SCHEME_AND_SLASHES.test(text)) return findSchemeError(text)
  const slashes = text.indexOf(':') + 1
  const userinfo = SCHEME_AND_SLASHES.lastIndex
  const fragment = findBefore('#', text, userinfo, text.length)
  const query = findBefore('?', text, userinfo, fragment)
  const path = findBefore('/', text, userinfo, findBefore('\\', text, userinfo, query))
  const host = findHost(text, userinfo, path)
  const port = findPort(text, host, path)
  if (port === host) return 'url/no-host'
  return new UrlParts(
    text.slice(0, slashes),
    text.slice(slashes, userinfo),
    text.slice(userinfo, host),
    text.slice(host, port),
    text.slice(port, path),
    text.slice(path, query),
    text.slice(query, fragment),
    text.slice(fragment),
  )
}

function findSchemeError(text: string): UrlErrorCode {
  if (text === '') return 'url/empty'
  return ANY_SCHEME.test(text) ? 'url/scheme-not-http' : 'url/no-scheme'
}

/** The host begins after the last `@`: a password may contain some too. */
function findHost(text: string, start: number, end: number): number {
  return findBefore('@', text, start, end) === end ? start : text.lastIndexOf('@', end - 1) + 1
}

/** The colon of the port; colons between brackets belong to an IPv6 address. */
function findPort(text: string, start: number, end: number): number {
  let insideBrackets = false
  for (let at = start; at < end; at++) {
    const char = text[at]
    if (char === ':' && !insideBrackets) return at
    if (char === '[' || char === ']') insideBrackets = char === '['
  }
  return end
}
