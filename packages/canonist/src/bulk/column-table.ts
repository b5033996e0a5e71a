import { Buffer } from 'node:buffer'
import { formatRow, type Delimiter, type RowStyle } from '../io/cell.ts'
import type { IsNew } from './dedupe-work.ts'
import type { Judge } from './judge.ts'
import { computeKey } from './compute-key.ts'
import { decodeLine } from '../io/lines.ts'
import { countRejected, rejectLine, type LineOutcome, type Tally } from '../io/line-outcome.ts'
import { IoError, createMissingColumnError } from '../io/errors.ts'

export interface ColumnOptions extends RowStyle {
  readonly column: string
  readonly withKey: boolean
  readonly judge: Judge
  /** Where given, only the first row of every URL is kept. */
  readonly isNew: IsNew | null
}

const COMPARED: RowStyle = { delimiter: ',' }

/** Rewrites one column of a table row by row; cells are latin1, see csv-rows.ts. */
export class ColumnTable {
  readonly #options: ColumnOptions
  #header: readonly string[] | null = null
  #column = -1

  constructor(options: ColumnOptions) {
    this.#options = options
  }

  get delimiter(): Delimiter {
    return this.#options.delimiter
  }

  /** The header of the first file is written; those of the others must be the same. */
  header(name: string, cells: readonly string[]): string | null {
    if (this.#header !== null) {
      if (formatRow(cells, COMPARED) === formatRow(this.#header, COMPARED)) return null
      throw new IoError('io/other-columns', { thing: name })
    }
    const { column, withKey } = this.#options
    this.#header = cells
    this.#column = cells.indexOf(toLatin1(column))
    if (this.#column < 0) throw createMissingColumnError(name, column, toUtf8(cells.join(', ')))
    return formatRow(withKey ? [...cells, 'key'] : cells, this.#options)
  }

  /** The row to write, or `null` where it is left out. */
  record(cells: readonly string[], line: number, tally: Tally): string | null {
    tally.lines += 1
    const isEmpty = cells.length === 1 && cells[0] === ''
    const value = isEmpty ? '' : cells[this.#column]
    if (value === '') return this.#options.isNew === null ? this.#write(cells, null, isEmpty) : null
    const outcome = this.#judge(value)
    if (!outcome.ok) countRejected(tally, outcome, line)
    return this.#keeps(outcome) ? this.#write(cells, outcome.ok ? outcome.url : null, false) : null
  }

  #judge(value: string | undefined): LineOutcome {
    if (value === undefined) return rejectLine('line/no-column', '')
    const text = decodeLine(Buffer.from(value, 'latin1'))
    return typeof text === 'string' ? this.#options.judge(text) : text
  }

  #keeps(outcome: LineOutcome): boolean {
    const { isNew } = this.#options
    return isNew === null || (outcome.ok && isNew(outcome.url, outcome.input))
  }

  /** Without a URL the cell keeps what it has: an invalid value is still the only trace of what was meant. */
  #write(cells: readonly string[], url: string | null, isEmpty: boolean): string {
    if (isEmpty) return ''
    const { withKey } = this.#options
    const width = Math.max(cells.length, withKey ? (this.#header?.length ?? 0) : 0)
    const written = Array.from({ length: width }, (_, index) => cells[index] ?? '')
    if (url !== null && this.#column < written.length) written[this.#column] = url
    if (withKey) written.push(url === null ? '' : computeKey(url))
    return formatRow(written, this.#options)
  }
}

function toLatin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function toUtf8(text: string): string {
  return Buffer.from(text, 'latin1').toString()
}
