const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

/** Text of others on a terminal: control characters are shown, not obeyed. */
export function printable(text: string): string {
  return text.replace(CONTROL, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The same for a text of many lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

const MOST_SHOWN = 400

/** The beginning of a text, as one line. */
export function excerpt(text: string): string {
  const shown = printable(text.slice(0, MOST_SHOWN))
  return text.length > MOST_SHOWN ? `${shown}…` : shown
}
