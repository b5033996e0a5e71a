// What JSON leaves as it is and a terminal obeys: the C1 controls, and marks that turn or hide text.
const OBEYED = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/
const ALL_OBEYED = new RegExp(OBEYED, 'g')

/** JSON that says the same and does nothing to a terminal. */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent)
  return OBEYED.test(text) ? text.replace(ALL_OBEYED, escape) : text
}

const escape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
