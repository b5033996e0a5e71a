/** Fast check: most JSON has none of these. */
const MAY_NEED_ESCAPES = /[\u007f-\uffff]|##/

/** The escape that JSON writes for half a surrogate pair. Strict parsers refuse the whole document because of it. */
const HALF = /\\ud[89a-f][0-9a-f]{2}/
const ALL_ESCAPED = /\\(?:(ud[89a-f][0-9a-f]{2})|[^])/g

/** JSON that every reader accepts and that is safe to print: see `printable`. */
export function formatJson(value: unknown, indent?: number): string {
  const text = replaceHalfPairs(JSON.stringify(value, null, indent))
  return MAY_NEED_ESCAPES.test(text) ? escapeInvisible(text) : text
}

/** Escapes what `printable` escapes and `JSON.stringify` does not. */
function escapeInvisible(text: string): string {
  const invisible = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|#(?=#[A-Za-z]*\[)/gu
  return text.replace(invisible, escapeCharacter)
}

/** JSON has escapes for UTF-16 units only. */
function escapeCharacter(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${formatHex(char.charCodeAt(at))}`).join('')
}

const formatHex = (unit: number): string => unit.toString(16).padStart(4, '0')

/** Reads escape by escape: after an escaped backslash the same letters are plain text. */
const replaceHalfPairs = (text: string): string =>
  HALF.test(text) ? text.replace(ALL_ESCAPED, (escaped, half) => (half === undefined ? escaped : '\ufffd')) : text
