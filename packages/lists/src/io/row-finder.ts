import { Buffer } from 'node:buffer'
import type { TableDialect } from './table-dialect.ts'

const NEWLINE = 10
const CARRIAGE_RETURN = 13
const SPACE = 32
const QUOTE = 34

/** The whole rows of a part of a table. */
export interface FoundRows {
  /** The end of the last one; where the search began, if there is none. */
  readonly end: number
  /** Whether the row after them is loose: see `FoundRow`. They are not searched further. */
  readonly isLoose: boolean
}

export interface FoundRow {
  /** The place after its line break; 0 if it does not end. */
  readonly end: number
  readonly cells: number
  /** Whether a quote is still open where the bytes end. */
  readonly isOpen: boolean
  /**
   * Whether text follows the closing quote of a cell of several lines, or the next quote of that line is inside a cell. Either the file has
   * a quote inside a cell that is not doubled, or a quote that was never closed, and the one that opens a cell of a later row was taken for its end.
   */
  readonly isLoose: boolean
}

/** Finds the ends of rows in bytes: a newline in quotes does not end a row. */
export class RowFinder {
  readonly #delimiter: number
  readonly #hasQuotes: boolean

  constructor({ delimiter, hasQuotes }: TableDialect) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#hasQuotes = hasQuotes
  }

  /** Finds as many rows as end within the bytes from `start` on. */
  findRows(bytes: Buffer, start: number): FoundRows {
    if (!this.#hasQuotes || bytes.indexOf(QUOTE, start) < 0) {
      return { end: Math.max(start, bytes.lastIndexOf(NEWLINE) + 1), isLoose: false }
    }
    // Goes from one cell in quotes to the next, because looking at every byte would cost more than all work on the rows.
    let [end, at] = [start, start]
    for (;;) {
      const open = this.findQuotedCell(bytes, at)
      end = Math.max(end, findLastRowEnd(bytes, at, open))
      if (open === bytes.length) return { end, isLoose: false }
      const closed = skipQuoted(bytes, open)
      if (closed < 0) return { end, isLoose: false }
      if (this.#isDoubtful(bytes, open, closed)) return { end, isLoose: true }
      at = closed
    }
  }

  /** Reads one row cell by cell, and gives up once it has more than `maxCells`. */
  findRow(bytes: Buffer, start: number, maxCells = Infinity): FoundRow {
    let isLoose = false
    let cells = 1
    for (let at = start; cells <= maxCells; cells += 1) {
      if (this.#hasQuotes && bytes[at] === QUOTE) {
        const closed = skipQuoted(bytes, at)
        if (closed < 0) return { end: 0, cells, isOpen: true, isLoose }
        isLoose ||= this.#isDoubtful(bytes, at, closed)
        at = closed
      }
      while (at < bytes.length && bytes[at] !== NEWLINE && bytes[at] !== this.#delimiter) at += 1
      if (at === bytes.length) return { end: 0, cells, isOpen: false, isLoose }
      at += 1
      if (bytes[at - 1] === NEWLINE) return { end: at, cells, isOpen: false, isLoose }
    }
    return { end: 0, cells, isOpen: false, isLoose }
  }

  /** Where the next cell in quotes begins; the end of the bytes if there is none. */
  findQuotedCell(bytes: Buffer, from: number): number {
    if (!this.#hasQuotes) return bytes.length
    let at = bytes.indexOf(QUOTE, from)
    while (at > 0 && bytes[at - 1] !== NEWLINE && bytes[at - 1] !== this.#delimiter) at = bytes.indexOf(QUOTE, at + 1)
    return at < 0 ? bytes.length : at
  }

  /** Whether the cell between two quotes may be more than one: it has several lines, and its line goes on as no cell in quotes does. */
  #isDoubtful(bytes: Buffer, open: number, closed: number): boolean {
    const goesOn = this.#isFollowedByText(bytes, closed) || this.#isFollowedByQuote(bytes, closed)
    return goesOn && hasNewline(bytes, open, closed)
  }

  /** Whether the next quote of the line is inside a cell. */
  #isFollowedByQuote(bytes: Buffer, closed: number): boolean {
    const quote = bytes.indexOf(QUOTE, closed)
    if (quote < 0 || bytes[quote - 1] === NEWLINE || bytes[quote - 1] === this.#delimiter) return false
    return !hasNewline(bytes, closed, quote)
  }

  #isFollowedByText(bytes: Buffer, closed: number): boolean {
    let at = closed
    while (bytes[at] === SPACE) at += 1
    const next = bytes[at]
    return next !== undefined && next !== this.#delimiter && next !== NEWLINE && next !== CARRIAGE_RETURN
  }
}

/** The place after the last newline between two places; 0 if there is none. */
function findLastRowEnd(bytes: Buffer, from: number, to: number): number {
  for (let at = to; at > from; at -= 1) if (bytes[at - 1] === NEWLINE) return at
  return 0
}

/** The place after the closing quote of the cell that opens at `open`; -1 if it is not closed. */
function skipQuoted(bytes: Buffer, open: number): number {
  let at = bytes.indexOf(QUOTE, open + 1)
  while (at >= 0 && bytes[at + 1] === QUOTE) at = bytes.indexOf(QUOTE, at + 2)
  return at < 0 ? -1 : at + 1
}

function hasNewline(bytes: Buffer, from: number, to: number): boolean {
  const at = bytes.indexOf(NEWLINE, from)
  return at >= 0 && at < to
}
