import type { CompressionCodec, DecodedArray, Encoding, PageHeader } from 'hyparquet'
import { decompressPage } from 'hyparquet/src/datapage.js'
import { deltaBinaryUnpack, deltaByteArray, deltaLengthByteArray } from 'hyparquet/src/delta.js'
import { byteStreamSplit } from 'hyparquet/src/encoding.js'
import { readPlain } from 'hyparquet/src/plain.js'
import { viewBuffer } from '../io/view-buffer.ts'
import { DECOMPRESSORS } from './codecs.ts'
import { readHybrid } from './hybrid.ts'
import type { Leaf } from './leaves.ts'

/** A part of a column as it is stored. */
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
}

/** A page that claims more is damaged: few bytes can claim any number of equal values. */
const MAX_ENTRIES = 67_108_864

export function decodeDictionary(
  bytes: Uint8Array,
  header: PageHeader,
  { physical }: Leaf,
  codec: CompressionCodec,
): DecodedArray {
  const page = decompressPage(bytes, header.uncompressed_page_size, codec, DECOMPRESSORS)
  const count = checkCount(header.dictionary_page_header?.num_values ?? 0)
  return readPlain({ view: viewData(page), offset: 0 }, physical.type, count, physical.type_length)
}

export function decodePage(bytes: Uint8Array, header: PageHeader, leaf: Leaf, codec: CompressionCodec): Page {
  const { data_page_header: first, data_page_header_v2: second } = header
  if (first !== undefined) {
    const page = decompressPage(bytes, header.uncompressed_page_size, codec, DECOMPRESSORS)
    return decodeEntries(new SizedParts(page), checkCount(first.num_values), first.encoding, leaf)
  }
  if (second === undefined) throw new Error('a page has no header of its own')
  const { repetition_levels_byte_length: one, definition_levels_byte_length: two, is_compressed: isCompressed } = second
  const rest = bytes.subarray(one + two)
  const size = header.uncompressed_page_size - one - two
  const plain = isCompressed === false ? rest : decompressPage(rest, size, codec, DECOMPRESSORS)
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

function decodeEntries(parts: Parts, length: number, encoding: Encoding, leaf: Leaf): Page {
  const { maxRepetition, maxDefinition } = leaf
  const repetition = maxRepetition > 0 ? readLevels(parts.repetition(), maxRepetition, length) : NO_LEVELS
  const definition = maxDefinition > 0 ? readLevels(parts.definition(), maxDefinition, length) : NO_LEVELS
  const count = maxDefinition > 0 ? countLevel(definition, maxDefinition) : length
  return { length, repetition, definition, values: readValues(parts.rest(), count, encoding, leaf), encoding }
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

function readValues(bytes: Uint8Array, count: number, encoding: Encoding, { physical }: Leaf): DecodedArray {
  const { type, type_length: length } = physical
  const reader = { view: viewData(bytes), offset: 0 }
  if (encoding === 'PLAIN') return readPlain(reader, type, count, length)
  if (encoding === 'RLE_DICTIONARY' || encoding === 'PLAIN_DICTIONARY') {
    const places = new Int32Array(count)
    if (count > 0) readHybrid(bytes.subarray(1), bytes[0] ?? 0, places)
    return places
  }
  if (encoding === 'RLE' && type === 'BOOLEAN') {
    const bits = new Uint8Array(count)
    readHybrid(bytes.subarray(4, 4 + viewBuffer(bytes).readUInt32LE(0)), 1, bits)
    return Array.from(bits, (bit) => bit === 1)
  }
  if (encoding === 'BYTE_STREAM_SPLIT') return byteStreamSplit(reader, count, type, length)
  if (encoding === 'DELTA_BINARY_PACKED') {
    const values = type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count)
    if (count > 0) deltaBinaryUnpack(reader, count, values)
    return values
  }
  const values = new Array<Uint8Array>(count)
  if (encoding === 'DELTA_LENGTH_BYTE_ARRAY') deltaLengthByteArray(reader, count, values)
  else if (encoding === 'DELTA_BYTE_ARRAY') deltaByteArray(reader, count, values)
  else throw new Error(`the encoding ${encoding} is unknown`)
  return values
}

function checkCount(count: number): number {
  if (count >= 0 && count <= MAX_ENTRIES) return count
  throw new Error(`a page of ${count} values`)
}

const viewData = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
