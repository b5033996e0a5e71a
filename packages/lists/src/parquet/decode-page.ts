import type { CompressionCodec, DecodedArray, Encoding, PageHeader } from 'hyparquet'
import { readPlain } from 'hyparquet/src/plain.js'
import { viewBuffer } from '../io/view-buffer.ts'
import { decompress } from './codecs.ts'
import { readHybrid } from './hybrid.ts'
import type { Leaf } from './leaves.ts'
import { PageMemory } from './page-memory.ts'
import { openValues, viewData } from './take-values.ts'

/** A part of a page of a column. Values that are bytes are views of memory that is reused for the next page. */
export interface Page {
  /** The number of entries, with and without a value. */
  readonly length: number
  /** The repetition level of each entry; 0 starts a row. Empty if no node is a list. */
  readonly repetition: ArrayLike<number>
  /** The definition level of each entry. Empty if no node is optional. */
  readonly definition: ArrayLike<number>
  /** The values, or their places in the dictionary. */
  readonly values: DecodedArray
  readonly encoding: Encoding
  /** Whether this is the last part of the page. */
  readonly isLast: boolean
}

/** A part has at most so many entries, and about so many bytes. */
const [PART_ENTRIES, PART_BYTES] = [256, 65_536]

/** A page that claims more is damaged: few bytes can claim any number of equal values. */
const MAX_ENTRIES = 67_108_864

export function decodeDictionary(
  bytes: Uint8Array,
  header: PageHeader,
  { physical }: Leaf,
  codec: CompressionCodec,
): DecodedArray {
  // In memory of its own, because all pages refer to it.
  const page = decompress(bytes.slice(), header.uncompressed_page_size, codec, new PageMemory())
  const count = checkCount(header.dictionary_page_header?.num_values ?? 0)
  return readPlain({ view: viewData(page), offset: 0 }, physical.type, count, physical.type_length)
}

/** @param memory for the page without its compression */
export function decodePage(
  bytes: Uint8Array,
  header: PageHeader,
  { leaf, codec, memory }: { readonly leaf: Leaf; readonly codec: CompressionCodec; readonly memory: PageMemory },
): Generator<Page> {
  const { data_page_header: first, data_page_header_v2: second } = header
  if (first !== undefined) {
    const page = decompress(bytes, header.uncompressed_page_size, codec, memory)
    return decodeEntries(new SizedParts(page), checkCount(first.num_values), first.encoding, leaf)
  }
  if (second === undefined) throw new Error('a page has no header of its own')
  const { repetition_levels_byte_length: one, definition_levels_byte_length: two, is_compressed: isCompressed } = second
  const rest = bytes.subarray(one + two)
  const size = header.uncompressed_page_size - one - two
  const plain = isCompressed === false ? rest : decompress(rest, size, codec, memory)
  const parts = {
    repetition: () => bytes.subarray(0, one),
    definition: () => bytes.subarray(one, one + two),
    rest: () => plain,
  }
  return decodeEntries(parts, checkCount(second.num_values), second.encoding, leaf)
}

/** The parts of a page, which must be read in this order. */
interface Parts {
  repetition(): Uint8Array
  definition(): Uint8Array
  rest(): Uint8Array
}

/** Version 1 stores the length of the levels before them. */
class SizedParts implements Parts {
  readonly #page: Uint8Array
  #at = 0

  constructor(page: Uint8Array) {
    this.#page = page
  }

  repetition(): Uint8Array {
    const length = viewBuffer(this.#page).readUInt32LE(this.#at)
    const start = this.#at + 4
    this.#at = start + length
    return this.#page.subarray(start, this.#at)
  }

  definition(): Uint8Array {
    return this.repetition()
  }

  rest(): Uint8Array {
    return this.#page.subarray(this.#at)
  }
}

function* decodeEntries(parts: Parts, length: number, encoding: Encoding, leaf: Leaf): Generator<Page> {
  const { maxRepetition, maxDefinition } = leaf
  const repetition = maxRepetition > 0 ? readLevels(parts.repetition(), maxRepetition, length) : NO_LEVELS
  const definition = maxDefinition > 0 ? readLevels(parts.definition(), maxDefinition, length) : NO_LEVELS
  const rest = parts.rest()
  const count = (levels: Uint8Array, entries: number): number =>
    maxDefinition > 0 ? countLevel(levels, maxDefinition) : entries
  const takeValues = openValues(rest, count(definition, length), encoding, leaf)
  const step = Math.max(1, Math.min(PART_ENTRIES, Math.floor((PART_BYTES * length) / Math.max(1, rest.length))))
  for (let start = 0; start < length; start += step) {
    const end = Math.min(start + step, length)
    const levels = definition.subarray(start, end)
    yield {
      length: end - start,
      repetition: repetition.subarray(start, end),
      definition: levels,
      values: takeValues(count(levels, end - start)),
      encoding,
      isLast: end === length,
    }
  }
}

const NO_LEVELS = new Uint8Array()

function readLevels(bytes: Uint8Array, max: number, length: number): Uint8Array {
  const levels = new Uint8Array(length)
  readHybrid(bytes, 32 - Math.clz32(max), levels)
  if (levels.some((level) => level > max)) throw new Error('a level is too deep')
  return levels
}

function countLevel(levels: Uint8Array, wanted: number): number {
  let count = 0
  for (const level of levels) if (level === wanted) count += 1
  return count
}

function checkCount(count: number): number {
  if (count >= 0 && count <= MAX_ENTRIES) return count
  throw new Error(`a page of ${count} values`)
}
