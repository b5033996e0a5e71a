import type { TableDialect } from './table-dialect.ts'

const NEWLINE = 10
const CARRIAGE_RETURN = 13
const QUOTE = 34

/**
 * Walks over the rows of a table that is in memory as text, and finds cells without copying them. A row that holds no quote is found
 * by its newline alone.
 *
 * A quote opens a cell only where the cell begins. What follows a closing quote up to the next delimiter belongs to the cell, as
 * spreadsheets read it: `"a"b` is `"a"b`.
 */
export class RowScanner {
  readonly #text: string
  readonly #separator: string
  readonly #delimiter: number
  readonly #hasQuotes: boolean
  #nextQuote = -1
  /** There is no delimiter between these two places, and one at the second. */
  #searchedFrom = 0
  #found = -1
  #hasQuote = false
  #next = 0
  #newlines = 0
  /** Where the row begins, and where it ends without its line break. */
  start = 0
  end = 0
  /** The line where the row begins, counted from 1. */
  line = 1

  constructor(text: string, { delimiter, hasQuotes }: TableDialect) {
    this.#text = text
    this.#separator = delimiter
    this.#delimiter = delimiter.charCodeAt(0)
    this.#hasQuotes = hasQuotes
  }

  /** Where the next row begins. */
  get next(): number {
    return this.#next
  }

  /** Lines up to the end of the row. */
  get lines(): number {
    return this.line - 1 + this.#newlines
  }

  /** Goes to the next row; false at the end of the text. A quote that is never closed takes the rest of the text. */
  advance(): boolean {
    const text = this.#text
    this.line += this.#newlines
    this.start = this.#next
    if (this.start >= text.length) {
      this.#newlines = 0
      return false
    }
    let newline = findOrEnd(text, '\n', this.start)
    this.#newlines = 1
    if (this.#hasQuotes && this.#nextQuote < this.start) this.#nextQuote = findOrEnd(text, '"', this.start)
    this.#hasQuote = this.#hasQuotes && this.#nextQuote < newline
    if (this.#hasQuote) newline = this.#findRowEnd(this.start)
    this.#next = newline + 1
    const hasReturn = newline > this.start && newline < text.length && text.charCodeAt(newline - 1) === CARRIAGE_RETURN
    this.end = hasReturn ? newline - 1 : newline
    return true
  }

  /** Where a cell of the row begins; -1 if the row has fewer cells. */
  findCell(index: number): number {
    let at = this.start
    for (let passed = 0; passed < index; passed += 1) {
      at = this.findCellEnd(at)
      if (at >= this.end) return -1
      at += 1
    }
    return at
  }

  /** Where the cell that begins at `start` ends. */
  findCellEnd(start: number): number {
    const text = this.#text
    const isQuoted = this.#hasQuote && text.charCodeAt(start) === QUOTE
    const from = isQuoted ? skipQuoted(text, start) : start
    // Remembered, because the last cell of a row may be followed by none for a long way, and every row would look that far.
    if (from < this.#searchedFrom || from > this.#found) {
      this.#searchedFrom = from
      this.#found = findOrEnd(text, this.#separator, from)
    }
    return Math.min(this.#found, this.end)
  }

  /** The value of the cell between two places. */
  readCell(start: number, end: number): string {
    const cell = this.#text.slice(start, end)
    return this.#hasQuote && cell.charCodeAt(0) === QUOTE ? readQuotedCell(cell) : cell
  }

  /** All cells of the row. */
  readCells(): string[] {
    const cells: string[] = []
    for (let at = this.start; ; at += 1) {
      const end = this.findCellEnd(at)
      cells.push(this.readCell(at, end))
      at = end
      if (at >= this.end) return cells
    }
  }

  countCells(): number {
    let count = 1
    for (let at = this.findCellEnd(this.start); at < this.end; at = this.findCellEnd(at + 1)) count += 1
    return count
  }

  /** The newline that ends the row, past those in quotes. */
  #findRowEnd(start: number): number {
    const text = this.#text
    let isCellStart = true
    for (let at = start; at < text.length; at += 1) {
      if (isCellStart && text.charCodeAt(at) === QUOTE) {
        const closed = skipQuoted(text, at)
        this.#newlines += countNewlines(text, at, closed)
        at = closed
      }
      const code = text.charCodeAt(at)
      if (code === NEWLINE) return at
      isCellStart = code === this.#delimiter
    }
    return text.length
  }
}

/** The value of a cell that begins with a quote. */
export function readQuotedCell(cell: string): string {
  const closed = skipQuoted(cell, 0)
  const inner = cell.slice(1, closed - 1).replaceAll('""', '"')
  return closed === cell.length ? inner : `"${inner}"${cell.slice(closed)}`
}

/** The place after the closing quote of the cell that opens at `open`; the end of the text if it is never closed. */
function skipQuoted(text: string, open: number): number {
  let at = text.indexOf('"', open + 1)
  while (at >= 0 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2)
  return at < 0 ? text.length : at + 1
}

function countNewlines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function findOrEnd(text: string, char: string, from: number): number {
  const at = text.indexOf(char, from)
  return at < 0 ? text.length : at
}
