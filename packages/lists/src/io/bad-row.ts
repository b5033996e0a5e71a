import { Buffer } from 'node:buffer'
import type { LineErrorCode } from './line-errors.ts'
import { rejectLine, type RejectedLine } from './line-outcome.ts'
import type { RowScanner } from './row-scanner.ts'

/** A row that cannot be read. Its bytes are not part of the block: plain data, so that it can be sent to a worker thread. */
export interface BadRow {
  /** Where the row stood: the byte of the block at which the next row begins. */
  readonly at: number
  /** How many lines of the file it takes. */
  readonly lines: number
  readonly rejected: RejectedLine
}

/** What is wrong with a row. */
export type RowFault = Extract<LineErrorCode, 'line/open-quote' | 'line/row-too-long'>

/** Of a row that is too long, enough to find it. */
const KEPT_BYTES: Readonly<Record<RowFault, number>> = { 'line/open-quote': 65_536, 'line/row-too-long': 200 }

/** Collects the lines of a row that cannot be read, and keeps the beginning of their text. */
export class BadRowLines {
  readonly #fault: RowFault
  readonly #maxBytes: number
  readonly #kept: Buffer[] = []
  #bytes = 0
  #lines = 0

  constructor(fault: RowFault) {
    this.#fault = fault
    this.#maxBytes = KEPT_BYTES[fault]
  }

  /** Adds the next line, or the beginning of it. */
  add(line: Buffer): void {
    this.#lines += 1
    this.extend(line)
  }

  /** Adds more of the last line. */
  extend(line: Buffer): void {
    const kept = Buffer.from(line.subarray(0, this.#maxBytes - this.#bytes))
    this.#bytes += kept.length
    if (kept.length > 0) this.#kept.push(kept)
  }

  finish(at: number): BadRow {
    const input = Buffer.concat(this.#kept)
      .toString()
      .replace(/\r?\n$/, '')
    const { message, ...rejected } = rejectLine(this.#fault, input)
    const loss = this.#lines > 1 ? ` Its ${this.#lines.toLocaleString('en')} lines were not read.` : ''
    return { at, lines: this.#lines, rejected: { ...rejected, message: `${message}${loss}` } }
  }
}

/** The bad rows of the part of a block that begins at `start`. */
export function cutBadRows(rows: readonly BadRow[], start: number): BadRow[] {
  const rest = rows.filter(({ at }) => at >= start)
  return rest.map(({ at, lines, rejected }) => ({ at: at - start, lines, rejected }))
}

/** Walks over the bad rows of a block in step with its other rows. */
export class BadRows {
  readonly #rows: readonly BadRow[]
  #next = 0
  /** The lines of those that were passed. */
  lines = 0

  constructor(rows: readonly BadRow[] = []) {
    this.#rows = rows
  }

  /** Gives the bad rows before the current one, with their lines as the block numbers them, to `take`. */
  passTo(rows: RowScanner, take: (rejected: RejectedLine, line: number) => void): void {
    for (let bad = this.#rows[this.#next]; bad !== undefined && bad.at <= rows.start; bad = this.#rows[this.#next]) {
      take(bad.rejected, this.lines + rows.line)
      this.lines += bad.lines
      this.#next += 1
    }
  }
}
