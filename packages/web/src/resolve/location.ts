import { Buffer } from 'node:buffer'
import { isUtf8 } from 'node:buffer'
import type { HeaderMap } from '../net/exchange.ts'
import { listHeaderValues } from '../net/transport/header-map.ts'

/** The target of a redirect: a URL for the gate to check, or text that must not be followed. */
export type Destination = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly text: string }

const MAX_LOCATION_LENGTH = 8192
const CONTROL = /[\u0000-\u001f\u007f]/
const SCHEME = /^[a-z][a-z0-9+.-]*:/i
/** Before the query, parsers disagree about it: a slash to some, an ordinary character to others. */
const BACKSLASH_IN_PATH = /^[^?#]*\\/

/**
 * Reads `Location` relative to the page `base`; `null` if there is none. An absolute URL stays as it is: the gate must see
 * the server's text, not the result of a parser.
 */
export function readLocation(headers: HeaderMap, base: string): Destination | null {
  const [first, ...others] = listHeaderValues(headers, 'location').map((value) => decodeUtf8(value.trim()))
  if (first === undefined) return null
  const isAmbiguous = others.some((other) => other !== first)
  const isUnfit = first === '' || first.length > MAX_LOCATION_LENGTH || CONTROL.test(first)
  const url = isAmbiguous || isUnfit ? null : resolveLocation(first, base)
  return url === null ? { ok: false, text: [first, ...others].join(', ') } : { ok: true, url }
}

function resolveLocation(location: string, base: string): string | null {
  if (SCHEME.test(location)) return location
  if (location.startsWith('//')) return new URL(base).protocol + location
  if (BACKSLASH_IN_PATH.test(location)) return null
  return URL.parse(location, base)?.href ?? null
}

/** Servers write UTF-8 into headers, which are read as Latin-1. */
function decodeUtf8(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value) || /[^\u0000-\u00ff]/.test(value)) return value
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : value
}
