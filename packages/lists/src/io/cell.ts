import type { TableDialect } from './table-dialect.ts'

/** A value as a cell: of CSV (RFC 4180) in quotes where it needs them, of tab-separated values as it is. */
export function formatCell(value: string, { delimiter, hasQuotes }: TableDialect): string {
  return hasQuotes ? formatQuotedCell(value, delimiter) : formatBareCell(value)
}

function formatQuotedCell(value: string, delimiter: string): string {
  const needsQuotes = /["\r\n]/.test(value) || value.includes(delimiter)
  return needsQuotes ? `"${value.replaceAll('"', '""')}"` : value
}

/**
 * Tab-separated values know no quotes: https://www.iana.org/assignments/media-types/text/tab-separated-values. A tab or a line break, which come
 * from other formats, would shift the columns or end the row.
 */
function formatBareCell(value: string): string {
  return /[\t\r\n]/.test(value) ? value.replaceAll(/[\t\r\n]/g, (char) => BARE_ESCAPES[char] ?? char) : value
}

const BARE_ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\r': '\\r', '\n': '\\n' }

/** How a table is written. */
export interface RowStyle extends TableDialect {
  /** Puts an apostrophe in front of what a spreadsheet would take for a formula. */
  readonly isSafe?: boolean
}

export function formatRow(values: readonly string[], style: RowStyle): string {
  const cells = style.isSafe === true ? values.map(escapeFormula) : values
  return cells.map((value) => formatCell(value, style)).join(style.delimiter)
}

/**
 * Where a formula may begin: at the start of a cell, and after a `;` or tab inside it, where a spreadsheet with another list
 * separator begins a cell of its own, quotes or not. https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^(?=[=+\-@\t\r\n])|(?<=[;\t])(?=[=+\-@])/g

function escapeFormula(value: string): string {
  return value.replace(FORMULA, "'")
}
