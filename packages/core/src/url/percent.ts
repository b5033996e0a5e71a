import { toWellFormed } from './well-formed.ts'

/**
 * Percent-encode sets as the standard builds them, each from a smaller one; non-ASCII characters are in every set.
 * https://url.spec.whatwg.org/#percent-encoded-bytes
 */
// By halves of surrogate pairs, which are all in: a run of them holds whole characters, and V8 is faster without the u flag.
const C0_CONTROL = '\\x00-\\x1f\\x7f-\\uffff'
const FRAGMENT = `${C0_CONTROL} "<>\``
const QUERY = `${C0_CONTROL} "#<>`
const SPECIAL_QUERY = `${QUERY}'`
const PATH = `${QUERY}?^\`{}`
const USERINFO = `${PATH}/:;=@\\[\\\\\\]|`

/** One expression to test with, another to replace with: testing first is much cheaper when there is nothing to replace. */
export interface EncodeSet {
  readonly one: RegExp
  readonly all: RegExp
}

const createEncodeSet = (characters: string): EncodeSet => ({
  one: new RegExp(`[${characters}]`),
  all: new RegExp(`[${characters}]+`, 'g'),
})

export const FRAGMENT_SET = createEncodeSet(FRAGMENT)
export const QUERY_SET = createEncodeSet(SPECIAL_QUERY)
export const PATH_SET = createEncodeSet(PATH)
export const UNSAFE_SET = createEncodeSet('|{}^`\\\\')
export const USERINFO_SET = createEncodeSet(USERINFO)

/** Writes the characters of a set as UTF-8 escapes; escapes that are there already stay as they are. */
export function percentEncode(text: string, set: EncodeSet): string {
  return set.one.test(text) ? text.replace(set.all, encodeRun) : text
}

/** The built-in function encodes everything in a set except the apostrophe, and throws on half a surrogate pair. */
function encodeRun(run: string): string {
  return encodeURIComponent(toWellFormed(run)).replaceAll("'", '%27')
}

/**
 * Decodes once, as UTF-8. Octets that are not UTF-8 leave the whole text as it is: half a decoding would make two
 * different names look alike.
 */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'))
  } catch {
    return text
  }
}

const NOT_ASCII = /[^\x00-\x7f]/

/** ASCII letters only: other alphabets have case rules that differ from place to place. */
export function lowerAscii(text: string): string {
  return NOT_ASCII.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text.toLowerCase()
}
