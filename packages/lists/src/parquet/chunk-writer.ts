import type { CompressionCodec, DecodedArray, Encoding } from 'hyparquet'
import { CompressionCodecs, Encodings, ParquetTypes } from 'hyparquet/src/constants.js'
import { ByteWriter } from 'hyparquet-writer'
import { writeDataPageV2 } from 'hyparquet-writer/src/datapage.js'
import { writeDictionaryPage } from 'hyparquet-writer/src/dictionary.js'
import { COMPRESSORS, isKnownCodec } from './codecs.ts'
import type { Leaf } from './leaves.ts'
import { PageBuilder, type NewEntries } from './page-builder.ts'
import { releaseBytes } from './page-memory.ts'
import type { RawChunk } from './raw-footer.ts'

/** Entries of a page whose encoding needs all of its values at once. */
class HeldEntries {
  #repetition: number[] = []
  #definition: number[] = []
  #values: unknown[] = []
  /** About how large they are. */
  bytes = 0

  get length(): number {
    return this.#values.length
  }

  add({ repetition, definition, values }: NewEntries): void {
    this.#repetition.push(...Array.from(repetition))
    this.#definition.push(...Array.from(definition))
    for (const value of values as unknown[]) {
      this.#values.push(value)
      this.bytes += value instanceof Uint8Array ? value.length : VALUE_BYTES
    }
  }

  /** Returns all entries; none are held afterwards. */
  take(): Omit<NewEntries, 'encoding'> {
    const entries = { repetition: this.#repetition, definition: this.#definition, values: this.#values }
    ;[this.#repetition, this.#definition, this.#values, this.bytes] = [[], [], [], 0]
    return entries
  }
}

const VALUE_BYTES = 8

/** Receives the next bytes of the file. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>

/** A part of a page to write. */
export interface NewPage extends NewEntries {
  /** Whether the page ends here. */
  readonly isLast: boolean
}

/** A page ends here even if more parts follow. Programs write pages of about 1 MB, which stay as they are; some write a row group as one page. */
const MAX_PAGE_BYTES = 2_097_152

/**
 * Writes the pages of one column, each as soon as it is complete. Offsets in the result count from the beginning of the chunk; see
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
  readonly #builder: PageBuilder
  readonly #held = new HeldEntries()
  /** Of the page that is being built or held. */
  #encoding: Encoding = 'PLAIN'

  constructor(leaf: Leaf, codec: CompressionCodec, write: WriteBytes) {
    this.#leaf = leaf
    this.#codec = isKnownCodec(codec) ? codec : 'SNAPPY'
    this.#write = write
    this.#builder = new PageBuilder(leaf, (bytes) => COMPRESSORS[this.#codec]?.(bytes) ?? bytes)
  }

  /** Only before the first page. */
  async writeDictionary(values: DecodedArray): Promise<void> {
    this.#hasDictionary = true
    this.#encodings.add('PLAIN')
    await this.#add((writer) => writeDictionaryPage(writer, this.#column(), values))
    this.#dataStart = this.#length
  }

  async writePage({ isLast, ...entries }: NewPage): Promise<void> {
    const encoding = entries.encoding === 'PLAIN_DICTIONARY' ? 'RLE_DICTIONARY' : entries.encoding
    if (encoding !== this.#encoding) await this.#endPage()
    this.#encoding = encoding
    if (entries.values.length > 0) {
      this.#encodings.add(encoding)
      const pages = PageBuilder.canBuild(encoding, this.#leaf) ? this.#builder : this.#held
      pages.add({ ...entries, encoding })
    }
    if (isLast || this.#builder.bytes + this.#held.bytes >= MAX_PAGE_BYTES) await this.#endPage()
  }

  async #endPage(): Promise<void> {
    if (this.#builder.entries > 0) await this.#writeBuilt()
    if (this.#held.length > 0) await this.#writeWhole({ ...this.#held.take(), encoding: this.#encoding })
  }

  async #writeBuilt(): Promise<void> {
    const { head, values, plainLength, entries } = this.#builder.build()
    this.#values += entries
    this.#plainLength += plainLength
    this.#length += head.length + values.length
    await this.#write(head)
    await this.#write(values)
    if (this.#codec !== 'UNCOMPRESSED') releaseBytes(values)
  }

  async #writeWhole({ repetition, definition, values, encoding }: NewEntries): Promise<void> {
    const pageData = {
      values,
      definitionLevels: definition as number[],
      repetitionLevels: repetition as number[],
      maxDefinitionLevel: this.#leaf.maxDefinition,
    }
    this.#values += values.length
    await this.#add((writer) => writeDataPageV2({ writer, column: this.#column(), encoding, pageData }))
  }

  finish(): RawChunk {
    this.#builder.free()
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
