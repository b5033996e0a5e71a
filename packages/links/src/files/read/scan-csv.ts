import type { Fault } from './found-value.ts'

/** A cell of a table: its text after unescaping, and its place without the quotes. */
export interface CsvCell {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly isQuoted: boolean
}

/** The rows of a table as RFC 4180 has them; empty lines are skipped. If no line ends with LF, each ends with CR. */
export function scanCsv(document: string, delimiter: string): CsvCell[][] | Fault {
  // Spreadsheets on a Mac still write CR alone. Places in the text stay the same.
  const text = document.includes('\n') ? document : document.replaceAll('\r', '\n')
  const rows: CsvCell[][] = []
  for (let at = 0; at < text.length;) {
    const row: CsvCell[] = []
    const end = scanRow(text, at, delimiter, row)
    if (typeof end !== 'number') return end
    if (row.length > 1 || row[0]?.text !== '' || row[0].isQuoted) rows.push(row)
    at = end
  }
  return rows
}

/** Reads cells up to the end of a row; gives where the next one begins. */
function scanRow(text: string, start: number, delimiter: string, row: CsvCell[]): number | Fault {
  for (let at = start; ; at += 1) {
    const cell = text[at] === '"' ? readQuotedCell(text, at) : readPlainCell(text, at, delimiter)
    if ('offset' in cell) return cell
    row.push(cell)
    at = cell.end + (cell.isQuoted ? 1 : 0)
    if (at >= text.length) return at
    if (text[at] === '\n') return at + 1
    if (text.startsWith('\r\n', at)) return at + 2
    if (text[at] !== delimiter) return { offset: at, message: 'unexpected text after the closing quote of a cell' }
  }
}

function readQuotedCell(text: string, open: number): CsvCell | Fault {
  let close = text.indexOf('"', open + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close === -1) return { offset: open, message: 'the quote that opens here is never closed' }
  return { text: text.slice(open + 1, close).replaceAll('""', '"'), start: open + 1, end: close, isQuoted: true }
}

function readPlainCell(text: string, start: number, delimiter: string): CsvCell {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1
  if (text[end] !== delimiter && text[end - 1] === '\r' && end > start) end -= 1
  return { text: text.slice(start, end), start, end, isQuoted: false }
}
