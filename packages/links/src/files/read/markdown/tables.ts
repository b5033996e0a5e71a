import type { Span } from './inline-text.ts'

// https://github.github.com/gfm/#tables-extension-
const DELIMITER_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

/** Whether a line below `header` makes it the header of a table. */
export function isDelimiterRow(row: string, header: string): boolean {
  if (!/[|:]/.test(row) || !DELIMITER_ROW.test(row)) return false
  return splitCells(row, 0).length === splitCells(header, 0).length
}

/** The cells of a row that begins at `start` of the document. */
export function splitCells(row: string, start: number): Span[] {
  const text = row.trimEnd()
  const pipes = Array.from(text.matchAll(/\\[\s\S]|\|/g)).flatMap(({ 0: mark, index }) => (mark === '|' ? [index] : []))
  const bounds = [
    ...(text.startsWith('|') ? [] : [-1]),
    ...pipes,
    ...(pipes.at(-1) === text.length - 1 ? [] : [text.length]),
  ]
  return bounds.slice(1).map((end, index) => ({ start: start + (bounds[index] ?? -1) + 1, end: start + end }))
}
