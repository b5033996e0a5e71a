import { Buffer, isUtf8 } from 'node:buffer'
import type { DecodedArray, SchemaTree } from 'hyparquet'
import { assembleLists, assembleNested } from 'hyparquet/src/assemble.js'
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js'
import { createStreamSource, type ByteSource } from '../io/byte-source.ts'
import { readPath } from '../io/column.ts'
import { NOT_UTF8_MARK } from '../io/not-utf8-mark.ts'
import { createDamageError, decode } from './errors.ts'
import { isDictionaryEncoding } from './is-dictionary-encoding.ts'
import { createToJson, type ToJson } from './json-value.ts'
import type { Leaf } from './leaves.ts'
import { openChunk, type ParquetFile } from './open-parquet.ts'
import type { Page } from './decode-page.ts'
import { readPages, type Chunk } from './page-reader.ts'

/** The number of rows that are turned into text at once. */
const BATCH_ROWS = 256

/**
 * Reads the rows of a Parquet file as JSON lines. Memory holds some rows and one page of each column.
 *
 * @param urls the column of URLs, which is not a list; a row whose URL is not UTF-8 begins with `NOT_UTF8_MARK`
 */
export function createJsonLines(
  parquet: ParquetFile,
  columns: readonly SchemaTree[],
  urls: Leaf | null = null,
): ByteSource {
  let consumed = 0
  const lines = readJsonLines(parquet, { columns, urls }, (bytes) => void (consumed += bytes))
  return createStreamSource(lines, () => consumed)
}

interface JsonColumns {
  readonly columns: readonly SchemaTree[]
  readonly urls: Leaf | null
}

async function* readJsonLines(
  parquet: ParquetFile,
  shape: JsonColumns,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const perGroup = parquet.file.size / Math.max(1, parquet.metadata.row_groups.length)
  for (const [group, { num_rows: rows }] of parquet.metadata.row_groups.entries()) {
    const readers = shape.columns.map((column) => new ColumnReader(parquet, group, column, shape.urls))
    try {
      for (let left = Number(rows); left > 0; left -= BATCH_ROWS) {
        const count = Math.min(left, BATCH_ROWS)
        const values: DecodedArray[] = []
        for (const reader of readers) values.push(await reader.take(count))
        yield formatRows(shape, values, count)
        onRead(Math.floor((perGroup * count) / Number(rows)))
      }
    } finally {
      for (const reader of readers) await reader.close()
    }
  }
}

function formatRows({ columns, urls }: JsonColumns, values: readonly DecodedArray[], count: number): Buffer {
  const urlValues = values[columns.findIndex((column) => column === urls?.nodes[1])] ?? []
  const within = urls?.path.slice(1) ?? []
  let text = ''
  for (let row = 0; row < count; row += 1) {
    if (readPath(urlValues[row], within) instanceof NotText) text += NOT_UTF8_MARK
    const members = columns.map(({ element }, index) => {
      const value = JSON.stringify((values[index]?.[row] ?? null) as unknown, formatBig)
      return `${JSON.stringify(element.name)}:${value}`
    })
    text += `{${members.join(',')}}\n`
  }
  return Buffer.from(text)
}

/** A value of the column of URLs that is not UTF-8. It is written as in any other column. */
class NotText {
  readonly #json: unknown

  constructor(json: unknown) {
    this.#json = json
  }

  toJSON(): unknown {
    return this.#json
  }
}

/** The column of URLs is stored as bytes. */
function markBytes(convert: ToJson): ToJson {
  return (bytes: never) => (isUtf8(bytes) ? convert(bytes) : new NotText(convert(bytes)))
}

/** The library decodes the values of a VARIANT. */
const formatBig = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

/** The rows of one top-level column, as values of JSON. */
class ColumnReader {
  readonly #name: string
  readonly #node: SchemaTree
  readonly #leaves: readonly LeafReader[]

  constructor(parquet: ParquetFile, group: number, node: SchemaTree, urls: Leaf | null) {
    this.#name = parquet.file.name
    this.#node = node
    const own = parquet.leaves.filter((leaf) => leaf.nodes[1] === node)
    this.#leaves = own.map((leaf) => new LeafReader(openChunk(parquet, group, leaf), leaf === urls))
  }

  async take(count: number): Promise<DecodedArray> {
    const parts = new Map<string, DecodedArray>()
    for (const leaf of this.#leaves) parts.set(leaf.name, await leaf.take(count))
    const name = this.#node.element.name
    if (this.#node.children.length > 0) decode(this.#name, () => assembleNested(parts, this.#node, DEFAULT_PARSERS))
    return parts.get(name) ?? []
  }

  async close(): Promise<void> {
    for (const leaf of this.#leaves) await leaf.close()
  }
}

/** The memory of a page is reused for the next. */
const copyBytes = (value: unknown): unknown => (value instanceof Uint8Array ? value.slice() : value)

/** The rows of one leaf, in the shape that the library makes records of. */
class LeafReader {
  readonly name: string
  readonly #leaf: Leaf
  readonly #file: string
  readonly #pages: AsyncGenerator<Page>
  readonly #convert: ToJson
  #dictionary: readonly unknown[] = []
  #rows: unknown[] = []
  /** How many of them were returned. */
  #taken = 0
  #isEnd = false

  constructor(chunk: Chunk, isUrl: boolean) {
    const { leaf } = chunk
    this.#leaf = leaf
    this.#file = chunk.file.name
    this.name = leaf.path.join('.')
    const isVariant = leaf.nodes.some(({ element }) => element.logical_type?.type === 'VARIANT')
    const convert: ToJson = isVariant ? copyBytes : createToJson(leaf.nodes.at(-1)?.element ?? leaf.physical)
    this.#convert = isUrl ? markBytes(convert) : convert
    this.#pages = readPages(chunk, (values) => void (this.#dictionary = this.#toJson(values)))
  }

  /** Returns the next rows. A list may continue in the next page, so the row after them must be known too. */
  async take(count: number): Promise<unknown[]> {
    const wanted = this.#leaf.maxRepetition > 0 ? count + 1 : count
    while (this.#rows.length - this.#taken < wanted && !this.#isEnd) {
      const next = await this.#pages.next()
      if (next.done === true) this.#isEnd = true
      else decode(this.#file, () => this.#add(next.value))
    }
    const taken = this.#rows.slice(this.#taken, this.#taken + count)
    if (taken.length < count) throw createDamageError(this.#file, `its column ${this.name} has too few rows`)
    this.#taken += count
    return taken
  }

  /** Gives the memory of its pages back, which would otherwise stay until the reader is collected. */
  async close(): Promise<void> {
    await this.#pages.return(undefined)
  }

  #add({ repetition, definition, values, encoding }: Page): void {
    const json = isDictionaryEncoding(encoding)
      ? Array.from(values as number[], (place) => this.#dictionary[place])
      : this.#toJson(values)
    const { nodes, maxDefinition } = this.#leaf
    const isPlain = nodes.length === 2 && repetition.length === 0 && json.length === definition.length
    this.#rows = this.#rows.slice(this.#taken)
    this.#taken = 0
    if (maxDefinition === 0 || isPlain) this.#rows = this.#rows.concat(json)
    else assembleLists(this.#rows, definition as number[], repetition as number[], json, nodes)
  }

  #toJson(values: DecodedArray): unknown[] {
    return Array.from(values as never[], this.#convert)
  }
}
