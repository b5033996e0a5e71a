import { lowerAscii } from './percent.ts'

/** An escape whose hex digits are not all upper case. */
const LOWER_CASE_ESCAPE = /%(?:[a-f][0-9a-fA-F]|[0-9A-F][a-f])/
const RUNS_OF_ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g

/** RFC 3986, 6.2.2.1: `%c3%b1` and `%C3%B1` are one octet each, spelled two ways. */
export function upperCaseEscapes(text: string): string {
  if (!text.includes('%') || !LOWER_CASE_ESCAPE.test(text)) return text
  return text.replace(RUNS_OF_ESCAPES, (run) => run.toUpperCase())
}

// %2D - %2E . %30-%39 digits %41-%5A %61-%7A letters %5F _ %7E ~
const UNRESERVED = '%(?:2[DE]|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])'
const HAS_UNRESERVED = new RegExp(UNRESERVED, 'i')
const STRAY = /%(?![0-9A-Fa-f]{2})/
const STRAYS = /%(?![0-9A-Fa-f]{2})/g
// A stray % and at most one hex digit after it, then the escape that would complete it.
const ESCAPES = new RegExp(`%(?![0-9A-Fa-f]{2})[0-9A-Fa-f]?(?:%[0-9A-Fa-f]{2})?|${UNRESERVED}`, 'gi')

/** RFC 3986, 6.2.2.2: `%7E` means `~` everywhere. Octets are decoded one by one, never twice. */
export function decodeUnreserved(text: string): string {
  if (!text.includes('%') || !HAS_UNRESERVED.test(text)) return text
  // A match of three characters is an escape; a match that begins with a stray % is shorter or longer.
  return text.replace(ESCAPES, (match) => (match.length === 3 ? decode(match) : decodeAfterStrayPercent(match)))
}

/**
 * `%5%41` must not become `%5A`, which would be decoded again to `Z` the next time: an escaped hex digit stays
 * escaped where it would complete the escape that a stray `%` began.
 */
function decodeAfterStrayPercent(match: string): string {
  const escape = match.lastIndexOf('%')
  if (escape === 0 || !HAS_UNRESERVED.test(match.slice(escape))) return match
  const char = decode(match.slice(escape))
  return /[0-9A-Fa-f]/.test(char) ? match : match.slice(0, escape) + char
}

function decode(escape: string): string {
  return String.fromCharCode(Number(`0x${escape.slice(1)}`))
}

/** A `%` that begins no escape can only mean itself. */
export function escapeStrayPercent(text: string): string {
  return STRAY.test(text) ? text.replace(STRAYS, '%25') : text
}

/** ASCII letters in lower case, but for the hex digits of escapes. */
export function lowerOutsideEscapes(text: string): string {
  if (!text.includes('%')) return lowerAscii(text)
  return text.replace(/%[0-9A-Fa-f]{2}|[A-Z]+/g, (match) => (match.startsWith('%') ? match : match.toLowerCase()))
}
