import { Buffer, isUtf8 } from 'node:buffer'
import type { DecodedArray } from 'hyparquet'
import { lacksField, readPath } from '../io/column.ts'
import { replaceWithin } from '../io/json-members.ts'
import { rejectLine, type LineOutcome } from '../io/line-outcome.ts'
import { viewBuffer } from '../io/view-buffer.ts'
import type { ChunkWriter } from '../parquet/chunk-writer.ts'
import type { Page } from '../parquet/decode-page.ts'
import type { UrlColumn } from '../parquet/find-leaf.ts'
import { isDictionaryEncoding } from '../parquet/is-dictionary-encoding.ts'
import { readJsonText } from '../parquet/json-value.ts'
import { readPages, type Chunk } from '../parquet/page-reader.ts'
import type { Judge } from './judge.ts'

/** A value of a column of URLs: its bytes, and the outcome; null for an empty text. */
export interface JudgedValue {
  readonly bytes: Uint8Array
  readonly outcome: LineOutcome | null
}

/** A part of a page of a column of URLs. */
export interface JudgedPage {
  readonly page: Page
  /** The value of each entry; null if it has none. */
  readonly entries: readonly (JudgedValue | null)[]
  /** All values of the dictionary that the page refers to; null if the page contains the values themselves. */
  readonly dictionary: readonly JudgedValue[] | null
}

/** Reads a column of URLs, some at a time. A value of a dictionary is judged once, however often it is used. */
export async function* readUrlPages(
  chunk: Chunk,
  judgeText: Judge,
  jsonPath: UrlColumn['jsonPath'],
): AsyncGenerator<JudgedPage> {
  const judgeValue = jsonPath === null ? judgeText : (text: string) => judgeJson(text, jsonPath, judgeText)
  let dictionary: readonly JudgedValue[] = []
  const judge = (bytes: Uint8Array): JudgedValue => {
    if (bytes.length === 0) return { bytes, outcome: null }
    const text = viewBuffer(bytes).toString()
    return { bytes, outcome: isUtf8(bytes) ? judgeValue(text) : rejectLine('line/invalid-utf8', text) }
  }
  const onDictionary = (values: DecodedArray): void => void (dictionary = toBytes(values).map(judge))
  for await (const page of readPages(chunk, onDictionary)) {
    const isCoded = isDictionaryEncoding(page.encoding)
    const values = isCoded
      ? Array.from(page.values as number[], (place) => dictionary[place] ?? null)
      : toBytes(page.values).map(judge)
    yield {
      page,
      entries: placeValues(page, values, chunk.leaf.maxDefinition),
      dictionary: isCoded ? dictionary : null,
    }
  }
}

/** Judges the URL in a JSON value as that of a record of JSON lines, except that null is not an error. */
function judgeJson(text: string, path: readonly string[], judge: Judge): LineOutcome | null {
  const value = readJsonText(text)
  const input = readPath(value, path) ?? null
  if (input === '' || (input === null && !lacksField(value, path))) return null
  return typeof input === 'string' ? judge(input) : rejectLine('line/no-column', text)
}

/** The reader returns bytes for a column without a logical type. */
const toBytes = (values: DecodedArray): Uint8Array[] => values as Uint8Array[]

function placeValues(
  { length, definition }: Page,
  values: readonly (JudgedValue | null)[],
  maxDefinition: number,
): readonly (JudgedValue | null)[] {
  if (maxDefinition === 0 || values.length === length) return values
  let next = 0
  return Array.from({ length }, (_, at) => (definition[at] === maxDefinition ? (values[next++] ?? null) : null))
}

/** Returns the bytes to write for a value; null for no value. */
export type PickValue = (value: JudgedValue) => Uint8Array | null

/** The normalized URL, or the original value if it is invalid. */
export function createPickReplaced(jsonPath: UrlColumn['jsonPath']): PickValue {
  const replace = (bytes: Uint8Array, url: string): string =>
    jsonPath === null ? url : replaceWithin(viewBuffer(bytes).toString().trim(), jsonPath, JSON.stringify(url))
  return ({ bytes, outcome }) =>
    outcome?.ok === true && outcome.url !== outcome.input ? Buffer.from(replace(bytes, outcome.url)) : bytes
}

/** Writes a column that is computed from a URL column. It has a dictionary if the URL column has one. */
export class DerivedColumn {
  readonly writer: ChunkWriter
  readonly #pick: PickValue
  /** Whether this is the URL column itself; then missing values keep their levels. */
  readonly #keepsLevels: boolean
  #source: readonly JudgedValue[] | null = null
  readonly #places = new Map<JudgedValue, number | null>()

  constructor(writer: ChunkWriter, pick: PickValue, keepsLevels: boolean) {
    this.writer = writer
    this.#pick = pick
    this.#keepsLevels = keepsLevels
  }

  /** @param rows which entries of the page are written */
  async write({ page, entries, dictionary }: JudgedPage, rows: readonly number[]): Promise<void> {
    const isCoded = dictionary !== null && (await this.#startDictionary(dictionary))
    const values = rows.map((row) => {
      const value = entries[row] ?? null
      if (value === null) return null
      return isCoded ? (this.#places.get(value) ?? null) : this.#pick(value)
    })
    const definition = this.#keepsLevels
      ? rows.flatMap((row) => page.definition[row] ?? [])
      : values.map((value) => (value === null ? 0 : 1))
    const encoding = isCoded ? 'RLE_DICTIONARY' : 'PLAIN'
    await this.writer.writePage({ repetition: [], definition, values, encoding, isLast: page.isLast })
  }

  /** Writes the dictionary before the first page. Returns false if it is empty. */
  async #startDictionary(dictionary: readonly JudgedValue[]): Promise<boolean> {
    if (this.#source === null) {
      this.#source = dictionary
      const places = new Map<string, number>()
      const values: Uint8Array[] = []
      for (const value of dictionary) {
        const bytes = this.#pick(value)
        this.#places.set(value, bytes === null ? null : addOnce(bytes, values, places))
      }
      if (values.length > 0) await this.writer.writeDictionary(values)
      this.#hasDictionary = values.length > 0
    }
    return this.#hasDictionary
  }

  #hasDictionary = false
}

/** Returns the place of a value, and adds it if it is new: several URLs may have the same normalized URL. */
function addOnce(bytes: Uint8Array, values: Uint8Array[], places: Map<string, number>): number {
  const text = viewBuffer(bytes).toString('latin1')
  const known = places.get(text)
  if (known !== undefined) return known
  places.set(text, values.length)
  values.push(bytes)
  return values.length - 1
}
