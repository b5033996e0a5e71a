const LONGEST_SECONDS = 24 * 60 * 60
// https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7: today's form, that of RFC 850, and asctime's, which names no zone.
const NAMES_ZONE = /^[A-Z][a-z]+, [0-9]{2}[ -][A-Z][a-z]{2}[ -][0-9]{2,4} [0-9:]{8} GMT$/
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9]{2} [0-9:]{8} [0-9]{4}$/

/**
 * How many seconds a Retry-After header asks to wait, at most `longest`; null where it says nothing. A date can be read only
 * where `now`, in milliseconds since 1970, is known.
 *
 * @example parseRetryAfter('120') // 120
 */
export function parseRetryAfter(
  value: string | readonly string[] | undefined,
  now?: number,
  longest = LONGEST_SECONDS,
): number | null {
  const text = [value].flat()[0]?.trim() ?? ''
  const seconds = /^[0-9]+$/.test(text) ? Number(text) : secondsUntil(text, now)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), longest)
}

/** NaN where the text is no date, or the present is unknown. */
function secondsUntil(date: string, now = Number.NaN): number {
  return Math.ceil((parseDate(date) - now) / 1000)
}

function parseDate(text: string): number {
  // A leap second is the one behind the last that JavaScript knows of.
  const known = text.replace(':59:60 ', ':59:59 ')
  if (NAMES_ZONE.test(text)) return Date.parse(known)
  return ASCTIME.test(text) ? Date.parse(`${known} GMT`) : Number.NaN
}
