// What JSON leaves as it is and a terminal obeys: the C1 controls, and marks that turn or hide text.
const OBEYED = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/
const ALL_OBEYED = new RegExp(OBEYED, 'g')

/** As JSON writes half a character, which is no text: strict readers refuse the whole document. */
const HALF = /\\ud[89a-f][0-9a-f]{2}/
const ALL_ESCAPED = /\\(?:(ud[89a-f][0-9a-f]{2})|[^])/g

/** JSON that says the same, that every reader takes, and that does nothing to a terminal. */
export function jsonText(value: unknown, indent?: number): string {
  const text = wellFormed(JSON.stringify(value, null, indent))
  return OBEYED.test(text) ? text.replace(ALL_OBEYED, escape) : text
}

const escape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Escapes are read one after the other: behind an escaped backslash the same letters are text. */
const wellFormed = (text: string): string =>
  HALF.test(text) ? text.replace(ALL_ESCAPED, (escaped, half) => (half === undefined ? escaped : '\ufffd')) : text
