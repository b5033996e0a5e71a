import type { CompressionCodec, DecodedArray, Encoding } from 'hyparquet'
import { CompressionCodecs, Encodings, ParquetTypes } from 'hyparquet/src/constants.js'
import { ByteWriter } from 'hyparquet-writer'
import { writeDataPageV2 } from 'hyparquet-writer/src/datapage.js'
import { writeDictionaryPage } from 'hyparquet-writer/src/dictionary.js'
import { COMPRESSORS, isKnownCodec } from './codecs.ts'
import type { Leaf } from './leaves.ts'
import type { Page } from './decode-page.ts'
import type { RawChunk } from './raw-footer.ts'

/** Receives the next bytes of the file. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>

/** A page to write, with one item of `values` for each entry; null if the entry has no value. */
export interface NewPage extends Omit<Page, 'values' | 'length'> {
  readonly values: DecodedArray
}

/**
 * Writes the pages of one column, each as soon as it is given. Offsets in the result count from the beginning of the chunk; see
 * `moveChunk`.
 */
export class ChunkWriter {
  readonly #leaf: Leaf
  readonly #codec: CompressionCodec
  readonly #write: WriteBytes
  readonly #encodings = new Set<Encoding>()
  #length = 0
  #plainLength = 0
  #values = 0
  #hasDictionary = false
  #dataStart = 0

  constructor(leaf: Leaf, codec: CompressionCodec, write: WriteBytes) {
    this.#leaf = leaf
    this.#codec = isKnownCodec(codec) ? codec : 'SNAPPY'
    this.#write = write
  }

  /** Only before the first page. */
  async writeDictionary(values: DecodedArray): Promise<void> {
    this.#hasDictionary = true
    this.#encodings.add('PLAIN')
    await this.#add((writer) => writeDictionaryPage(writer, this.#column(), values))
    this.#dataStart = this.#length
  }

  async writePage({ repetition, definition, values, encoding }: NewPage): Promise<void> {
    if (values.length === 0) return
    const pageData = {
      values,
      definitionLevels: definition as number[],
      repetitionLevels: repetition as number[],
      maxDefinitionLevel: this.#leaf.maxDefinition,
    }
    const written = encoding === 'PLAIN_DICTIONARY' ? 'RLE_DICTIONARY' : encoding
    this.#encodings.add(written)
    this.#values += values.length
    await this.#add((writer) => writeDataPageV2({ writer, column: this.#column(), encoding: written, pageData }))
  }

  finish(): RawChunk {
    const { nodes, path } = this.#leaf
    const type = nodes.at(-1)?.element.type ?? 'BYTE_ARRAY'
    return {
      field_2: 0n,
      field_3: {
        field_1: ParquetTypes.indexOf(type),
        // Levels are always written like this.
        field_2: [...this.#encodings, 'RLE' as const].map((encoding) => Encodings.indexOf(encoding)),
        field_3: path,
        field_4: CompressionCodecs.indexOf(this.#codec),
        field_5: BigInt(this.#values),
        field_6: BigInt(this.#plainLength),
        field_7: BigInt(this.#length),
        field_9: BigInt(this.#dataStart),
        field_11: this.#hasDictionary ? 0n : undefined,
      },
    }
  }

  async #add(write: (writer: ByteWriter) => number): Promise<void> {
    const writer = new ByteWriter()
    this.#plainLength += write(writer)
    this.#length += writer.offset
    await this.#write(writer.getBytes())
  }

  #column(): Parameters<typeof writeDataPageV2>[0]['column'] {
    const { physical, nodes, path } = this.#leaf
    return {
      columnName: path.join('.'),
      element: physical,
      schemaPath: nodes.map(({ element }) => element),
      codec: this.#codec,
      compressors: COMPRESSORS,
      stats: false,
      pageSize: 0,
      columnIndex: false,
      offsetIndex: false,
    }
  }
}

/**
 * Describes the chunk at another position: offset `from` becomes `to`. Indexes and Bloom filters are outside the chunk and are dropped;
 * they are optional.
 */
export function moveChunk({ field_3: metadata }: RawChunk, from: number, to: number): RawChunk {
  const { field_9: data, field_10: index, field_11: dictionary, field_14, field_15, field_17, ...kept } = metadata
  const by = BigInt(to - from)
  // Some programs write 0 if there is none.
  const move = (offset = -1n): bigint | undefined => (offset < BigInt(from) ? undefined : offset + by)
  const moved = { ...kept, field_9: data + by, field_10: move(index), field_11: move(dictionary) }
  return { field_2: 0n, field_3: sortFields(moved) }
}

/** Fields are stored in the order of their numbers. */
function sortFields<T extends object>(struct: T): T {
  const number = ([name]: [string, unknown]): number => Number(name.slice('field_'.length))
  return Object.fromEntries(Object.entries(struct).toSorted((a, b) => number(a) - number(b))) as T
}
