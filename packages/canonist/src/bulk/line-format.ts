import { jsonText } from '../text/json-text.ts'
import { row, type RowStyle } from '../io/cell.ts'
import { DELIMITERS, type Format } from '../io/line-formats.ts'
import { keyOf } from './key-of.ts'
import type { Accepted, Outcome } from '../io/outcome.ts'

/** Writes what became of a line, without the newline. */
export type LineFormat = (outcome: Outcome) => string

export interface LineFormatOptions {
  readonly format: Format
  readonly withKey: boolean
  /** Of a table: see `RowStyle`. */
  readonly isSafe: boolean
}

/** The format of lines that were read as plain text. */
export function lineFormat({ format, withKey, isSafe }: LineFormatOptions): LineFormat {
  if (format === 'jsonl') return jsonLine
  if (format === 'text') return withKey ? keyedLine : plainLine
  return delimitedLine({ delimiter: DELIMITERS[format], isSafe }, withKey)
}

/** The first line of the output, where the format has one. */
export function headerLine(format: Format, withKey: boolean): string | null {
  if (format !== 'csv' && format !== 'tsv') return null
  return row(['input', 'url', ...(withKey ? ['key'] : []), 'error'], { delimiter: DELIMITERS[format] })
}

function plainLine(outcome: Outcome): string {
  return outcome.ok ? outcome.url : ''
}

function keyedLine(outcome: Outcome): string {
  return outcome.ok ? `${keyOf(outcome.url)}\t${outcome.url}` : ''
}

function jsonLine(outcome: Outcome): string {
  return jsonText({ input: outcome.input, ...verdict(outcome) })
}

/** What JSON output adds to an input. */
export function verdict(outcome: Outcome): object {
  return outcome.ok ? accepted(outcome) : { error: { code: outcome.code, message: outcome.message } }
}

function accepted({ url, changes }: Accepted): object {
  const key = keyOf(url)
  return changes === undefined ? { url, key } : { url, key, changes }
}

function delimitedLine(style: RowStyle, withKey: boolean): LineFormat {
  return (outcome) => {
    const [url, key, error] = outcome.ok ? [outcome.url, keyOf(outcome.url), ''] : ['', '', outcome.code]
    return row([outcome.input, url, ...(withKey ? [key] : []), error], style)
  }
}
