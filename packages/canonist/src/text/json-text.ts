/** Fast check: most JSON has none of these. */
const MAY_NEED_ESCAPES = /[\u007f-\uffff]|##/
/** What `printable` escapes and `JSON.stringify` does not. */
const ESCAPED = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|#(?=#[A-Za-z]*\[)/gu

/** As JSON writes half a character, which is no text: strict readers refuse the whole document. */
const HALF = /\\ud[89a-f][0-9a-f]{2}/
const ALL_ESCAPED = /\\(?:(ud[89a-f][0-9a-f]{2})|[^])/g

/** JSON that every reader accepts and that is safe to print: see `printable`. */
export function jsonText(value: unknown, indent?: number): string {
  const text = wellFormed(JSON.stringify(value, null, indent))
  return MAY_NEED_ESCAPES.test(text) ? text.replace(ESCAPED, escape) : text
}

/** JSON has escapes for UTF-16 units only. */
function escape(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${hexOf(char.charCodeAt(at))}`).join('')
}

const hexOf = (unit: number): string => unit.toString(16).padStart(4, '0')

/** Escapes are read one after the other: behind an escaped backslash the same letters are text. */
const wellFormed = (text: string): string =>
  HALF.test(text) ? text.replace(ALL_ESCAPED, (escaped, half) => (half === undefined ? escaped : '\ufffd')) : text
