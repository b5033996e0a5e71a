// Text of others must neither steer a terminal nor a build: what it holds is shown, not obeyed.

/**
 * Characters that a terminal obeys or does not show: controls, line separators, and everything that Unicode calls a format
 * character or ignorable (marks that turn the direction of text, zero-width characters, tags, variation selectors).
 */
const UNSEEN = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`
/** Commands to the service that runs a build, which look for them anywhere in a line: `##[error]`, `##vso[…]`, `##teamcity[…]`. */
const BUILD_COMMAND = String.raw`#(?=#[A-Za-z]*\[)`
/** The colours of our own. */
const COLOUR = String.raw`\u001b\[\d{1,2}m`
/** GitHub obeys `::error::` at the start of a line, white space aside. */
const LINE_COMMAND = /^(\s*):(?=:[a-z])/i

const OBEYED = new RegExp(`${UNSEEN}|${BUILD_COMMAND}`, 'gu')
const OBEYED_BUT_COLOURS = new RegExp(`${COLOUR}|${UNSEEN}|${BUILD_COMMAND}`, 'gu')
/** Plain lines, which are most of them, need no second look. */
const MAY_BE_OBEYED = /[^\n\u0020-\u007e]|##|::/

/** Text of others as a part of a line. */
export function printable(text: string): string {
  return text.replace(OBEYED, escapeCharacter)
}

/** The same for a text of many lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** Whole lines before they are written: nothing in them is obeyed but our own colours. */
export function harmlessLines(text: string): string {
  return MAY_BE_OBEYED.test(text) ? text.split('\n').map(harmlessLine).join('\n') : text
}

function harmlessLine(line: string): string {
  const shown = line.replace(OBEYED_BUT_COLOURS, (found) => (found.length > 2 ? found : escapeCharacter(found)))
  return shown.replace(LINE_COMMAND, '$1\\u003a')
}

function escapeCharacter(char: string): string {
  const hex = (char.codePointAt(0) ?? 0).toString(16)
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}

const MOST_SHOWN = 400

/** The beginning of a text, as one line. */
export function excerpt(text: string): string {
  const shown = printable(text.slice(0, MOST_SHOWN))
  return text.length > MOST_SHOWN ? `${shown}…` : shown
}
