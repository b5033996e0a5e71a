import { Buffer } from 'node:buffer'
import { isUtf8 } from 'node:buffer'
import type { HeaderMap } from '../net/exchange.ts'
import { valuesOf } from '../net/transport/header-map.ts'

/** Where a redirect leads: an address for the gate to judge, or text that nobody should follow. */
export type Destination = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly text: string }

const LONGEST_LOCATION = 8192
const CONTROL = /[\u0000-\u001f\u007f]/
const SCHEME = /^[a-z][a-z0-9+.-]*:/i
/** Before the query, programs disagree about it: a slash to some, a letter to others. */
const BACKSLASH_IN_PATH = /^[^?#]*\\/

/**
 * What `Location` means on the page `base`; `null` where there is none. An absolute one is left as it is: the gate must see
 * the text of the server, not what a parser makes of it.
 */
export function destinationOf(headers: HeaderMap, base: string): Destination | null {
  const [first, ...others] = valuesOf(headers, 'location').map((value) => decoded(value.trim()))
  if (first === undefined) return null
  const isAmbiguous = others.some((other) => other !== first)
  const isUnfit = first === '' || first.length > LONGEST_LOCATION || CONTROL.test(first)
  const url = isAmbiguous || isUnfit ? null : resolved(first, base)
  return url === null ? { ok: false, text: [first, ...others].join(', ') } : { ok: true, url }
}

function resolved(location: string, base: string): string | null {
  if (SCHEME.test(location)) return location
  if (location.startsWith('//')) return new URL(base).protocol + location
  if (BACKSLASH_IN_PATH.test(location)) return null
  return URL.parse(location, base)?.href ?? null
}

/** Servers write UTF-8 into headers, which are read as Latin-1. */
function decoded(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value) || /[^\u0000-\u00ff]/.test(value)) return value
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : value
}
