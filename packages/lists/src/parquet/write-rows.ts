import { ParquetWriter, schemaFromColumnData, type ColumnSource } from 'hyparquet-writer'
import type { Sink } from '../io/sink.ts'
import { parseJsonExactly } from './json-value.ts'
import { SinkWriter } from './sink-writer.ts'

/** The type of a column that is made from text. */
export type TextType = 'text' | 'json' | 'integer' | 'number' | 'truth'

export interface TextColumn {
  readonly name: string
  readonly type: TextType
}

/** A row group has at most so many rows, and takes at most so many bytes of memory until it is written. */
const MAX_ROWS = 50_000
const MAX_BYTES = 67_108_864
/** Groups of fewer rows are slow to read, and each has an entry for every column in the footer. */
const MIN_ROWS = 5000
/** Unless they take even more than this. */
const MAX_SMALL_BYTES = 268_435_456

/** About how many bytes a row takes: its cells, and the copy that is made while a column is written. */
const [ROW_BYTES, CELL_BYTES, CHARACTER_BYTES] = [250, 40, 2]

const TYPES = { text: 'STRING', json: 'JSON', integer: 'INT64', number: 'DOUBLE', truth: 'BOOLEAN' } as const

const PARSERS: Readonly<Record<TextType, (text: string) => unknown>> = {
  text: (text) => text,
  json: (text) => wrapJson(parseJsonExactly(text)),
  // `1.0` and `1e3` are whole numbers, too.
  integer: (text) => BigInt(/^-?\d+$/.test(text) ? text : Number(text)),
  number: Number,
  truth: (text) => text === 'true',
}

/** The library copies objects, and a copy would lose a field `__proto__`; it does not copy an object without a prototype. */
const wrapJson = (value: unknown): object => ({ __proto__: null, toJSON: () => value })

/** Writes rows of cells as a Parquet file, row group by row group. */
export class RowWriter {
  readonly #writer: SinkWriter
  readonly #parquet: ParquetWriter
  readonly #columns: readonly TextColumn[]
  #cells: unknown[][]
  readonly #maxBytes: number
  #rows = 0
  #bytes = 0

  /** @param maxBytes how much memory a row group may take, where that is less than usual */
  constructor(columns: readonly TextColumn[], sink: Sink, maxBytes = MAX_BYTES) {
    this.#columns = columns
    this.#maxBytes = Math.min(MAX_BYTES, maxBytes)
    this.#cells = columns.map(() => [])
    this.#writer = new SinkWriter(sink)
    const schema = schemaFromColumnData({ columnData: this.#toColumnData() })
    this.#parquet = new ParquetWriter({ writer: this.#writer, schema })
  }

  add(cells: readonly (string | null)[]): void {
    for (const [index, { type }] of this.#columns.entries()) {
      const text = cells[index] ?? null
      this.#cells[index]?.push(text === null ? null : PARSERS[type](text))
      this.#bytes += CELL_BYTES + (text?.length ?? 0) * CHARACTER_BYTES
    }
    this.#bytes += ROW_BYTES
    this.#rows += 1
  }

  /** Writes a row group if there is enough for one. */
  async flush(): Promise<void> {
    const isLarge = this.#rows >= MIN_ROWS ? this.#bytes >= this.#maxBytes : this.#bytes >= MAX_SMALL_BYTES
    if (this.#rows >= MAX_ROWS || isLarge) await this.#writeGroup()
  }

  async finish(): Promise<void> {
    await this.#writeGroup()
    await this.#parquet.finish()
    await this.#writer.flush()
  }

  async #writeGroup(): Promise<void> {
    if (this.#rows === 0) return
    await this.#parquet.write({ columnData: this.#toColumnData(), rowGroupSize: this.#rows })
    this.#cells = this.#columns.map(() => [])
    ;[this.#rows, this.#bytes] = [0, 0]
  }

  #toColumnData(): ColumnSource[] {
    return this.#columns.map(({ name, type }, index) => ({
      name,
      type: TYPES[type],
      nullable: true,
      data: this.#cells[index] ?? [],
    }))
  }
}
