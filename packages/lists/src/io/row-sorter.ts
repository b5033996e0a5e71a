import { Buffer } from 'node:buffer'
import { BadRowLines, type BadRow, type RowFault } from './bad-row.ts'
import { RowFinder, type FoundRow } from './row-finder.ts'
import type { TableDialect } from './table-dialect.ts'

const NEWLINE = 10
const CARRIAGE_RETURN = 13

const NO_BYTES = Buffer.alloc(0)

/**
 * Each line that is searched for a row may be read up to the limit of a row. After this many lines in a table, only rows of one line are found, and only
 * this many lines of a loose row are searched: otherwise a hostile table could take the square of its size in time.
 */
const MAX_SEARCHED = 1000

/** The rows of a part of a table. */
export interface SortedRows {
  /** Bytes of good rows, which were moved to the beginning. */
  readonly kept: number
  /** Bytes that are done with. What follows them is needed once more, with what comes after it. */
  readonly done: number
  readonly bad: readonly BadRow[]
}

/** What begins at a place: a good row, which ends there, a bad one, a line of the bad row before it, or a row of which more must be read. */
type Judged = { readonly end: number } | { readonly fault: RowFault } | 'line' | 'more'

/**
 * Separates the rows of a table that can be read from those that cannot, part by part.
 *
 * It is either *reading* rows, or, after a bad one, *searching* for the next row: the first line from which on a row can be read that is as wide
 * as the header or the first row after it. The lines before it belong to the bad row. A line with an open quote of its own is another bad row.
 *
 * Must find the same however the table is divided into parts, and must never drop a line that no bad row counts.
 */
export class RowSorter {
  readonly #finder: RowFinder
  readonly #maxRowBytes: number
  /** The cells of the first two rows: a header may be narrower than the rows, for example where each of them ends with a delimiter. */
  readonly #widths: number[] = []
  /** The bad row whose end is searched; null while rows are read. */
  #bad: BadRowLines | null = null
  /** Whether the bad row is a single long line, so that the next line is a row, however wide. */
  #isOneLine = false
  /** Whether the rest of a line of the bad row is still to come. */
  #isInLine = false
  #searched = 0
  // The part that is sorted.
  #bytes: Buffer = NO_BYTES
  #isEnd = false
  #kept = 0
  #done = 0
  #found: BadRow[] = []

  /** @param maxRowBytes the longest row that is read; Infinity for a table that is known to have no bad rows */
  constructor(dialect: TableDialect, maxRowBytes: number) {
    this.#finder = new RowFinder(dialect)
    this.#maxRowBytes = maxRowBytes
  }

  /** Sorts the next part of the table, which begins where the last one was done. */
  sort(bytes: Buffer, isEnd: boolean): SortedRows {
    this.#bytes = bytes
    this.#isEnd = isEnd
    this.#kept = 0
    this.#done = 0
    this.#found = []
    while (this.#done < bytes.length && this.#advance());
    if (isEnd) this.#finishBad()
    this.#bytes = NO_BYTES
    return { kept: this.#kept, done: this.#done, bad: this.#found }
  }

  /** Goes over one or more rows, or one line of a bad row; false if that takes more bytes. */
  #advance(): boolean {
    if (this.#isInLine) return this.#dropLine()
    const mayReadAhead = this.#bad === null && this.#bytes.length - this.#done <= this.#maxRowBytes
    if (mayReadAhead) {
      const { end, isLoose } = this.#finder.findRows(this.#bytes, this.#done)
      if (end > this.#done) this.#keep(end)
      if (!isLoose && !this.#isEnd) return false
      if (end === this.#bytes.length) return true
    }
    const judged = this.#bad === null || this.#isOneLine ? this.#judgeRow() : this.#judgeCandidate(this.#done)
    if (judged === 'more') return false
    if (this.#bad !== null) this.#searched += 1
    if (judged === 'line') return this.#dropLine()
    if ('end' in judged) this.#keep(judged.end)
    else this.#startBad(judged.fault)
    return true
  }

  #keep(end: number): void {
    this.#finishBad()
    if (this.#widths.length < 2) this.#measureRows(end)
    if (this.#kept < this.#done) this.#bytes.copyWithin(this.#kept, this.#done, end)
    this.#kept += end - this.#done
    this.#done = end
  }

  #startBad(fault: RowFault): void {
    this.#finishBad()
    this.#bad = new BadRowLines(fault)
    const row = this.#clip(this.#done)
    const newline = row.indexOf(NEWLINE)
    const line = newline < 0 ? row : row.subarray(0, newline)
    this.#isOneLine = fault === 'line/row-too-long' && this.#finder.findQuotedCell(line, 0) === line.length
    this.#dropLine()
  }

  #finishBad(): void {
    if (this.#bad !== null) this.#found.push(this.#bad.finish(this.#kept))
    this.#bad = null
    this.#isOneLine = false
  }

  /** Adds a line to the bad row. */
  #dropLine(): true {
    const end = this.#findNextLine(this.#done)
    const part = this.#bytes.subarray(this.#done, end)
    if (this.#isInLine) this.#bad?.extend(part)
    else this.#bad?.add(part)
    this.#isInLine = part.at(-1) !== NEWLINE
    this.#done = end
    return true
  }

  /** Judges the row that certainly begins at the place reached. */
  #judgeRow(): Judged {
    const start = this.#done
    const { end, isOpen, isLoose } = this.#readRow(start)
    if (end === 0) return this.#judgeUnfinished(start, isOpen)
    if (!isLoose || this.#maxRowBytes === Infinity) return { end }
    const holdsRow = this.#holdsRow(start, end)
    if (holdsRow === 'more') return 'more'
    return holdsRow ? { fault: 'line/open-quote' } : { end }
  }

  /** Whether a row of the table, good or bad, begins in a later line of this row: 'more' if that takes more bytes. */
  #holdsRow(start: number, end: number): boolean | 'more' {
    let needsMore = false
    let at = this.#findNextLine(start)
    for (let line = 0; line < MAX_SEARCHED && at < end; line += 1, at = this.#findNextLine(at)) {
      const judged = this.#judgeCandidate(at)
      if (judged === 'more') needsMore = true
      else if (judged !== 'line') return true
    }
    return needsMore ? 'more' : false
  }

  #findNextLine(from: number): number {
    const newline = this.#bytes.indexOf(NEWLINE, from)
    return newline < 0 ? this.#bytes.length : newline + 1
  }

  /** Judges a line after a bad row: is it a row of the table? */
  #judgeCandidate(start: number): Judged {
    const widest = this.#widths.length === 0 ? Infinity : Math.max(...this.#widths)
    const isLimited = this.#searched >= MAX_SEARCHED
    const lineEnd = isLimited ? this.#findNextLine(start) : Infinity
    const { end, cells, isOpen, isLoose } = this.#readRow(start, widest, lineEnd)
    if (cells > widest) return 'line'
    if (isOpen && this.#bytes[lineEnd - 1] === NEWLINE) return { fault: 'line/open-quote' }
    if (end === 0) return this.#judgeUnfinished(start, isOpen)
    if (isLoose) return { fault: 'line/open-quote' }
    return this.#widths.length === 0 || this.#widths.includes(cells) ? { end } : 'line'
  }

  #judgeUnfinished(start: number, isOpen: boolean): Judged {
    const rest = this.#bytes.length - start
    if (rest <= this.#maxRowBytes) return this.#isEnd ? { fault: 'line/open-quote' } : 'more'
    return { fault: isOpen && this.#clip(start).includes(NEWLINE) ? 'line/open-quote' : 'line/row-too-long' }
  }

  /** The last row of the table may lack its newline. */
  #readRow(start: number, maxCells?: number, lineEnd = Infinity): FoundRow {
    const bytes = this.#clip(start).subarray(0, lineEnd - start)
    const row = this.#finder.findRow(bytes, 0, maxCells)
    if (row.end > 0) return { ...row, end: row.end > this.#maxRowBytes ? 0 : start + row.end }
    const isLast = this.#isEnd && !row.isOpen && bytes.length <= this.#maxRowBytes
    return isLast ? { ...row, end: start + bytes.length } : row
  }

  /** As many bytes as a row may have, and one. */
  #clip(start: number): Buffer {
    return this.#bytes.subarray(start, start + this.#maxRowBytes + 1)
  }

  /** Counts the cells of the first rows. */
  #measureRows(end: number): void {
    for (let at = this.#done; at < end && this.#widths.length < 2;) {
      const row = this.#readRow(at)
      const isBlank = row.cells === 1 && BLANK.has(this.#bytes[at])
      if (!isBlank) this.#widths.push(row.cells)
      at = row.end > 0 ? row.end : end
    }
  }
}

const BLANK: ReadonlySet<number | undefined> = new Set([NEWLINE, CARRIAGE_RETURN])
