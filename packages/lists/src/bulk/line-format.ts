import { formatJson } from '@canonist/core/internal/text/format-json'
import { formatRow, type RowStyle } from '../io/cell.ts'
import type { Format } from '../io/line-formats.ts'
import { computeKey } from './compute-key.ts'
import type { AcceptedLine, LineOutcome } from '../io/line-outcome.ts'

/** Formats the outcome of a line, without the newline. */
export type LineFormat = (outcome: LineOutcome) => string

export interface LineFormatOptions {
  readonly format: Format
  readonly withKey: boolean
  /** Of csv and tsv. */
  readonly style: RowStyle
}

/** The format of lines that were read as plain text. */
export function createLineFormat({ format, withKey, style }: LineFormatOptions): LineFormat {
  if (format === 'jsonl') return formatJsonLine
  if (format === 'text') return withKey ? formatKeyed : formatPlain
  return createDelimitedFormat(style, withKey)
}

/** The first line of the output, where the format has one. */
export function formatHeader({ format, withKey, style }: LineFormatOptions): string | null {
  if (format !== 'csv' && format !== 'tsv') return null
  return formatRow(['input', 'url', ...(withKey ? ['key'] : []), 'error'], style)
}

function formatPlain(outcome: LineOutcome): string {
  return outcome.ok ? outcome.url : ''
}

function formatKeyed(outcome: LineOutcome): string {
  return outcome.ok ? `${computeKey(outcome.url)}\t${outcome.url}` : ''
}

function formatJsonLine(outcome: LineOutcome): string {
  return formatJson({ input: outcome.input, ...toJsonFields(outcome) })
}

/** The fields that JSON output adds to an input. */
export function toJsonFields(outcome: LineOutcome): object {
  return outcome.ok ? toAcceptedFields(outcome) : { error: { code: outcome.code, message: outcome.message } }
}

function toAcceptedFields({ url, changes }: AcceptedLine): object {
  const key = computeKey(url)
  return changes === undefined ? { url, key } : { url, key, changes }
}

function createDelimitedFormat(style: RowStyle, withKey: boolean): LineFormat {
  return (outcome) => {
    const [url, key, error] = outcome.ok ? [outcome.url, computeKey(outcome.url), ''] : ['', '', outcome.code]
    return formatRow([outcome.input, url, ...(withKey ? [key] : []), error], style)
  }
}
