import type { DecodedArray, Encoding } from 'hyparquet'
import { ByteWriter } from 'hyparquet-writer'
import { writePageHeader } from 'hyparquet-writer/src/datapage.js'
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js'
import { writePlain } from 'hyparquet-writer/src/plain.js'
import { isDictionaryEncoding } from './is-dictionary-encoding.ts'
import type { Leaf } from './leaves.ts'
import { releaseBytes } from './page-memory.ts'

/** Writes into memory that is reused, and frees what it has outgrown at once. */
class ReusedWriter extends ByteWriter {
  override ensure(size: number): void {
    const { buffer, index } = this
    if (index + size <= buffer.byteLength) return
    super.ensure(size)
    releaseBytes(new Uint8Array(buffer))
  }

  clear(): void {
    this.index = 0
    this.offset = 0
  }

  free(): void {
    releaseBytes(new Uint8Array(this.buffer))
  }
}

/** Entries to write, with one item of `values` for each; null if the entry has no value. */
export interface NewEntries {
  readonly repetition: ArrayLike<number>
  readonly definition: ArrayLike<number>
  readonly values: DecodedArray
  readonly encoding: Encoding
}

/** The bytes of a page: its header and levels, and its values. They are valid until the next call of `add`. */
export interface BuiltPage {
  readonly head: Uint8Array
  readonly values: Uint8Array
  /** How many bytes they would have without compression. */
  readonly plainLength: number
  readonly entries: number
}

type Compress = (bytes: Uint8Array) => Uint8Array

/**
 * Builds one page after the other, part by part, in memory that is reused. It keeps bytes instead of values, because an object for each value
 * would take several times as much. It knows PLAIN values and places in a dictionary.
 */
export class PageBuilder {
  readonly #leaf: Leaf
  readonly #compress: Compress
  readonly #repetition = new NumberList(Uint8Array)
  readonly #definition = new NumberList(Uint8Array)
  readonly #places = new NumberList(Int32Array)
  readonly #plain = new ReusedWriter()
  readonly #head = new ReusedWriter()
  #entries = 0
  #encoding: Encoding = 'PLAIN'

  constructor(leaf: Leaf, compress: Compress) {
    this.#leaf = leaf
    this.#compress = compress
  }

  static canBuild(encoding: Encoding, { physical }: Leaf): boolean {
    return isDictionaryEncoding(encoding) || (encoding === 'PLAIN' && physical.type !== 'BOOLEAN')
  }

  get entries(): number {
    return this.#entries
  }

  /** About how large the page is now. */
  get bytes(): number {
    return this.#plain.index + this.#places.length * Int32Array.BYTES_PER_ELEMENT
  }

  /** All parts of a page have the same encoding. */
  add({ repetition, definition, values, encoding }: NewEntries): void {
    this.#encoding = encoding
    this.#entries += values.length
    this.#repetition.add(repetition)
    this.#definition.add(definition)
    const present = (values as unknown[]).filter((value) => value !== null)
    const { type, type_length: length } = this.#leaf.physical
    if (encoding === 'PLAIN') writePlain(this.#plain, present, type, length)
    else this.#places.add(present as number[])
  }

  /** Ends the page; the next one is empty. */
  build(): BuiltPage {
    if (this.#encoding !== 'PLAIN') writePlaces(this.#plain, this.#places.view())
    const plain = this.#plain.getBytes()
    const values = this.#compress(plain)
    const levels = new ByteWriter()
    const repetitionBytes = writeLevels(levels, this.#repetition.view(), this.#leaf.maxRepetition)
    const definitionBytes = writeLevels(levels, this.#definition.view(), this.#leaf.maxDefinition)
    writePageHeader(this.#head, {
      type: 'DATA_PAGE_V2',
      uncompressed_page_size: levels.offset + plain.length,
      compressed_page_size: levels.offset + values.length,
      data_page_header_v2: {
        num_values: this.#entries,
        num_nulls: this.#countNulls(),
        num_rows: this.#countRows(),
        encoding: this.#encoding,
        definition_levels_byte_length: definitionBytes,
        repetition_levels_byte_length: repetitionBytes,
        is_compressed: true,
      },
    })
    this.#head.appendBytes(levels.getBytes())
    const head = this.#head.getBytes()
    const built = { head, values, plainLength: head.length + plain.length, entries: this.#entries }
    this.#clear()
    return built
  }

  #countNulls(): number {
    const { maxDefinition } = this.#leaf
    return this.#definition.view().reduce((sum, level) => sum + (level < maxDefinition ? 1 : 0), 0)
  }

  #countRows(): number {
    if (this.#repetition.length === 0) return this.#entries
    return this.#repetition.view().reduce((sum, level) => sum + (level === 0 ? 1 : 0), 0)
  }

  #clear(): void {
    this.#entries = 0
    for (const list of [this.#repetition, this.#definition, this.#places]) list.length = 0
    for (const writer of [this.#plain, this.#head]) writer.clear()
  }

  /** After the last page. */
  free(): void {
    for (const writer of [this.#plain, this.#head]) writer.free()
  }
}

function writeLevels(writer: ByteWriter, levels: Uint8Array, max: number): number {
  return max === 0 ? 0 : writeRleBitPackedHybrid(writer, levels, 32 - Math.clz32(max))
}

function writePlaces(writer: ByteWriter, places: Int32Array): void {
  const width = 32 - Math.clz32(places.reduce((most, place) => Math.max(most, place), 0))
  writer.appendUint8(width)
  writeRleBitPackedHybrid(writer, places, width)
}

type Numbers = Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer>

/** A list of small numbers whose memory is reused. */
class NumberList<T extends Numbers> {
  readonly #create: new (length: number) => T
  #numbers: T
  length = 0

  constructor(create: new (length: number) => T) {
    this.#create = create
    this.#numbers = new create(1024)
  }

  add(more: ArrayLike<number>): void {
    const wanted = this.length + more.length
    if (wanted > this.#numbers.length) {
      const larger = new this.#create(Math.max(wanted, this.#numbers.length * 2))
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers.set(more, this.length)
    this.length = wanted
  }

  view(): T {
    return this.#numbers.subarray(0, this.length) as T
  }
}
