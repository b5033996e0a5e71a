import { printable } from '../report/printable.ts'

export { printable }

const MOST_SHOWN = 400

/** The same for a text of many lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** The beginning of a text, as one line. */
export function excerpt(text: string): string {
  const shown = printable(text.slice(0, MOST_SHOWN))
  return text.length > MOST_SHOWN ? `${shown}…` : shown
}
