// Untrusted text must control neither a terminal nor a build: commands and invisible characters in it are escaped. And it must
// show no password, since terminals and builds keep logs. All text for people passes through here; data does not.

import { hideCredentials } from './hide-credentials.ts'

/**
 * The colours and styles of output for people, each with the codes that turn it on and off (ECMA-48, 8.3.117). `paint` writes these codes,
 * and `escapeLines` lets only these pass: others conceal text (`ESC[8m`) or move the cursor.
 */
export const COLOURS = {
  red: { on: 31, off: 39 },
  green: { on: 32, off: 39 },
  yellow: { on: 33, off: 39 },
  cyan: { on: 36, off: 39 },
  dim: { on: 2, off: 22 },
  bold: { on: 1, off: 22 },
  struck: { on: 9, off: 29 },
} as const

export type Colour = keyof typeof COLOURS

/**
 * Characters that control a terminal or are invisible: controls, line separators, and everything that Unicode calls a format
 * character or ignorable (direction marks, zero-width characters, tags, variation selectors).
 */
const INVISIBLE = '[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]'
/** Commands that build services find anywhere in a line: `##[error]` (GitHub), `##vso[…]` (Azure), `##teamcity[…]`. */
const BUILD_COMMAND = '#(?=#[A-Za-z]*\\[)'
/** GitHub runs `::error::` at the start of a line, after any white space. */
const LINE_COMMAND = /^(\s*):(?=:[a-z])/i

/** Matches exactly what `paint` writes. */
function matchColour(): string {
  const codes = Object.values(COLOURS).flatMap(({ on, off }) => [on, off])
  return String.raw`\u001b\[(?:${codes.join('|')})m`
}

// Created on first use: collecting these characters takes longer than a short command needs for its output.
let escaped: RegExp | undefined
let escapedInLines: RegExp | undefined
const getEscaped = (): RegExp => (escaped ??= new RegExp(`${INVISIBLE}|${BUILD_COMMAND}`, 'gu'))
const getEscapedInLines = (): RegExp =>
  (escapedInLines ??= new RegExp(`${matchColour()}|${INVISIBLE}|${BUILD_COMMAND}`, 'gu'))
/** Fast checks: most texts and lines have none of these. */
const MAY_NEED_ESCAPES = /[^\u0020-\u007e]|##/
const LINES_MAY_NEED_ESCAPES = /[^\n\u0020-\u007e]|##|::/

/** Escapes untrusted text that becomes a part of a line, and hides the credentials of URLs in it. */
export function toPrintable(text: string): string {
  const safe = hideCredentials(text)
  return MAY_NEED_ESCAPES.test(safe) ? safe.replace(getEscaped(), escapeCharacter) : safe
}

/** `printable` for a text of several lines. */
export function toPrintableLines(text: string): string {
  return text.split('\n').map(toPrintable).join('\n')
}

/** Escapes whole lines before they are written, except our own colours. Finds commands that were put together from pieces, too. */
export function escapeLines(text: string): string {
  return LINES_MAY_NEED_ESCAPES.test(text) ? text.split('\n').map(escapeLine).join('\n') : text
}

function escapeLine(line: string): string {
  const shown = line.replace(getEscapedInLines(), (found) => (found.length > 2 ? found : escapeCharacter(found)))
  return shown.replace(LINE_COMMAND, '$1\\u003a')
}

function escapeCharacter(char: string): string {
  const hex = (char.codePointAt(0) ?? 0).toString(16)
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}

const MAX_SHOWN = 400

/** The beginning of a text, as one line. */
export function excerpt(text: string): string {
  // Before cutting: without its `@`, a password looks like any other text.
  const safe = hideCredentials(text)
  const shown = toPrintable(safe.slice(0, MAX_SHOWN))
  return safe.length > MAX_SHOWN ? `${shown}…` : shown
}
