const MAX_SECONDS = 24 * 60 * 60
// https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7: today's form, that of RFC 850, and asctime's, which names no zone.
const NAMES_ZONE = /^[A-Z][a-z]+, [0-9]{2}[ -][A-Z][a-z]{2}[ -][0-9]{2,4} [0-9:]{8} GMT$/
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9]{2} [0-9:]{8} [0-9]{4}$/

/**
 * How many seconds a Retry-After header asks to wait, at most `longest`; null if it is absent or invalid. A date can be read only
 * if `now`, in milliseconds since 1970, is given.
 *
 * @example parseRetryAfter('120') // 120
 */
export function parseRetryAfter(
  value: string | readonly string[] | undefined,
  now?: number,
  longest = MAX_SECONDS,
): number | null {
  const text = [value].flat()[0]?.trim() ?? ''
  const seconds = /^[0-9]+$/.test(text) ? Number(text) : countSecondsUntil(text, now)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), longest)
}

/** NaN if the text is not a date, or the present is unknown. */
function countSecondsUntil(date: string, now = Number.NaN): number {
  return Math.ceil((parseDate(date) - now) / 1000)
}

function parseDate(text: string): number {
  // JavaScript does not know leap seconds; use the second before.
  const known = text.replace(':59:60 ', ':59:59 ')
  if (NAMES_ZONE.test(text)) return Date.parse(known)
  return ASCTIME.test(text) ? Date.parse(`${known} GMT`) : Number.NaN
}
