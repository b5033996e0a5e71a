import { Buffer, isAscii } from 'node:buffer'

/** The part of a `DuckDBDataChunk` of `@duckdb/node-api` that is used here. */
export interface DuckDbChunk {
  readonly rowCount: number
  readonly columnCount: number
  /** The chunk as `@duckdb/node-bindings` knows it. */
  readonly chunk?: object
  getColumnVector(column: number): { getItem(row: number): string | null }
}

/** The part of `@duckdb/node-bindings`, the C interface of DuckDB, that is used here. */
export interface DuckDbBindings {
  data_chunk_get_vector(chunk: never, column: number): object
  vector_get_data(vector: never, byteCount: number): Uint8Array
  vector_get_validity(vector: never, byteCount: number): Uint8Array | null
  get_data_from_pointer(buffer: ArrayBuffer, pointerOffset: number, byteCount: number): Uint8Array
}

/** Returns the texts of one column of a chunk, in order; null for NULL. */
export type ReadTexts = (chunk: DuckDbChunk, column: number) => (string | null)[]

/** Reads each text with a call of its own, which takes longer than normalizing it. Works with every version of the client. */
export const readTextsOneByOne: ReadTexts = (chunk, column) => {
  const vector = chunk.getColumnVector(column)
  return Array.from({ length: chunk.rowCount }, (_, row) => vector.getItem(row))
}

const NEEDED = ['data_chunk_get_vector', 'vector_get_data', 'vector_get_validity', 'get_data_from_pointer'] as const

/**
 * Reads texts that are close to each other in memory with one call. In a chunk that comes from a table or a file, these are nearly all
 * texts; after a sort, they are few.
 *
 * Must never read memory that DuckDB does not own: only texts, and gaps between two of them that are smaller than a page.
 */
export function createTextReader(bindings: DuckDbBindings): ReadTexts {
  // Another version of the client may have other functions.
  if (!NEEDED.every((name) => typeof bindings[name] === 'function')) return readTextsOneByOne
  return (input, column) => {
    const { chunk, rowCount } = input
    if (chunk === undefined) return readTextsOneByOne(input, column)
    const vector = bindings.data_chunk_get_vector(chunk as never, column) as never
    const strings = new StringHeaders(
      bindings.vector_get_data(vector, rowCount * HEADER_BYTES) as Uint8Array<ArrayBuffer>,
      bindings.vector_get_validity(vector, Math.ceil(rowCount / 64) * 8),
    )
    const texts: (string | null)[] = []
    while (texts.length < rowCount) {
      const run = findRun(strings, texts.length, rowCount)
      const { buffer, byteOffset } = strings.bytes
      const pointer = byteOffset + run.lowestRow * HEADER_BYTES + POINTER_OFFSET
      const size = run.high - run.low
      appendTexts(texts, strings, run, size === 0 ? NO_BYTES : bindings.get_data_from_pointer(buffer, pointer, size))
    }
    return texts
  }
}

const NO_BYTES = new Uint8Array()

// `duckdb_string_t` of duckdb.h: a length of 4 bytes, followed by a text of up to 12 bytes, or by its first 4 bytes and a pointer to it.
const HEADER_BYTES = 16
const HEADER_WORDS = 4
const TEXT_OFFSET = 4
const POINTER_OFFSET = 8
const MAX_INLINE_BYTES = 12

/** The `duckdb_string_t` of every row of a column. */
class StringHeaders {
  readonly bytes: Buffer<ArrayBuffer>
  readonly #words: Uint32Array
  readonly #validity: Uint8Array | null

  constructor(bytes: Uint8Array<ArrayBuffer>, validity: Uint8Array | null) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
    this.#validity = validity
  }

  isNull(row: number): boolean {
    return this.#validity !== null && ((this.#validity[row >> 3] ?? 0) & (1 << (row & 7))) === 0
  }

  readLength(row: number): number {
    return this.#words[row * HEADER_WORDS] ?? 0
  }

  /** Exact as a number, because the addresses of a process have at most 52 bits unless it requests larger ones. */
  readAddress(row: number): number {
    const word = row * HEADER_WORDS
    return (this.#words[word + 3] ?? 0) * 2 ** 32 + (this.#words[word + 2] ?? 0)
  }

  readInlineText(row: number): string {
    const start = row * HEADER_BYTES + TEXT_OFFSET
    return this.bytes.toString('utf8', start, start + this.readLength(row))
  }

  /** Whether a row has the same header as the row before, as it does if the argument is a constant. */
  isRepeated(row: number): boolean {
    const word = row * HEADER_WORDS
    const words = this.#words
    return (
      row > 0 &&
      words[word] === words[word - 4] &&
      words[word + 1] === words[word - 3] &&
      words[word + 2] === words[word - 2] &&
      words[word + 3] === words[word - 1]
    )
  }
}

/** Rows whose texts lie between two addresses. */
interface Run {
  readonly endRow: number
  readonly low: number
  readonly high: number
  /** The row whose text is at `low`. */
  readonly lowestRow: number
}

// Parquet, CSV and JSON leave up to some 50 bytes between two texts. A gap smaller than a page is safe to read, because every byte of it
// is in the page of one of the two texts.
const MAX_GAP = 64
// Larger runs are not faster, and a run of many large texts would exceed the longest string of V8.
const MAX_RUN_BYTES = 1 << 20

/** Finds the rows from `firstRow` on that one call can read. Files and results store texts upwards, tables in memory downwards. */
function findRun(strings: StringHeaders, firstRow: number, rowCount: number): Run {
  let [low, high, lowestRow] = [0, 0, firstRow]
  let row = firstRow
  for (; row < rowCount; row += 1) {
    if (strings.isNull(row)) continue
    const length = strings.readLength(row)
    if (length <= MAX_INLINE_BYTES) continue
    const start = strings.readAddress(row)
    const end = start + length
    if (high === 0) [low, high, lowestRow] = [start, end, row]
    else if (end - low > MAX_RUN_BYTES || high - start > MAX_RUN_BYTES) break
    else if (start >= high && start - high < MAX_GAP) high = end
    else if (end <= low && low - end < MAX_GAP) [low, lowestRow] = [start, row]
    else if (start < low || end > high) break
  }
  return { endRow: row, low, high, lowestRow }
}

function appendTexts(texts: (string | null)[], strings: StringHeaders, { endRow, low }: Run, bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const ascii = isAscii(bytes) ? buffer.toString('latin1') : null
  for (let row = texts.length; row < endRow; row += 1) {
    const length = strings.readLength(row)
    if (strings.isNull(row)) texts.push(null)
    else if (strings.isRepeated(row) && !strings.isNull(row - 1)) texts.push(texts[row - 1] ?? null)
    else if (length <= MAX_INLINE_BYTES) texts.push(strings.readInlineText(row))
    else {
      const start = strings.readAddress(row) - low
      texts.push(ascii === null ? buffer.toString('utf8', start, start + length) : ascii.slice(start, start + length))
    }
  }
}
