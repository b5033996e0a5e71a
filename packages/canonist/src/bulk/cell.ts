export type Delimiter = ',' | '\t'

/** A value as a cell: of CSV (RFC 4180) in quotes where it needs them, of tab-separated values as it is. */
function cell(value: string, delimiter: Delimiter): string {
  return delimiter === ',' ? csvCell(value) : tsvCell(value)
}

function csvCell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/**
 * Tab-separated values know no quotes: https://www.iana.org/assignments/media-types/text/tab-separated-values. A tab
 * can only come from a line of plain text, and would shift the columns.
 */
function tsvCell(value: string): string {
  return value.includes('\t') ? value.replaceAll('\t', '\\t') : value
}

export function row(values: readonly string[], delimiter: Delimiter): string {
  return values.map((value) => cell(value, delimiter)).join(delimiter)
}
