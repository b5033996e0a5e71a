import type { DecodedArray, Encoding } from 'hyparquet'
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js'
import { byteStreamSplit } from 'hyparquet/src/encoding.js'
import { readPlain } from 'hyparquet/src/plain.js'
import { viewBuffer } from '../io/view-buffer.ts'
import { readHybrid } from './hybrid.ts'
import type { Leaf } from './leaves.ts'

/** Returns the next values of a page. */
export type TakeValues = (count: number) => DecodedArray

/** Reads the `count` values of a page, some at a time: as many objects as a page has values would take several times its memory. */
export function openValues(bytes: Uint8Array, count: number, encoding: Encoding, { physical }: Leaf): TakeValues {
  const { type, type_length: length } = physical
  const reader = { view: viewData(bytes), offset: 0 }
  if (encoding === 'PLAIN' && type !== 'BOOLEAN')
    return (next) => checkEnd(reader, readPlain(reader, type, next, length))
  if (encoding === 'DELTA_LENGTH_BYTE_ARRAY') return openLengths(reader, count)
  if (encoding === 'DELTA_BYTE_ARRAY') return openSuffixes(reader, count)
  const values = readAll(bytes, count, encoding, physical)
  let taken = 0
  return (next) => values.slice(taken, (taken += next))
}

interface Reader {
  readonly view: DataView
  offset: number
}

/** Memory is reused, so there are bytes of another page after the end of this one. */
function checkEnd<T>({ view, offset }: Reader, values: T): T {
  if (offset > view.byteLength) throw new Error('a value ends after its page')
  return values
}

function readAll(bytes: Uint8Array, count: number, encoding: Encoding, physical: Leaf['physical']): DecodedArray {
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
  if (encoding !== 'DELTA_BINARY_PACKED') throw new Error(`the encoding ${encoding} is unknown`)
  const values = type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count)
  if (count > 0) deltaBinaryUnpack(reader, count, values)
  return values
}

/** DELTA_LENGTH_BYTE_ARRAY: all lengths, then all bytes. */
function openLengths(reader: Reader, count: number): TakeValues {
  const lengths = readLengths(reader, count)
  let at = 0
  return (next) => Array.from({ length: next }, () => takeBytes(reader, lengths[at++] ?? 0))
}

/** DELTA_BYTE_ARRAY: how much of the value before it each value begins with, the lengths of the rest, then the rests. */
function openSuffixes(reader: Reader, count: number): TakeValues {
  const [prefixes, lengths] = [readLengths(reader, count), readLengths(reader, count)]
  let at = 0
  let last = new Uint8Array()
  return (next) =>
    Array.from({ length: next }, () => {
      const rest = takeBytes(reader, lengths[at] ?? 0)
      last = joinBytes(last.subarray(0, prefixes[at++]), rest)
      return last
    })
}

function readLengths(reader: Reader, count: number): Int32Array {
  const lengths = new Int32Array(count)
  if (count > 0) deltaBinaryUnpack(reader, count, lengths)
  return lengths
}

function takeBytes(reader: Reader, length: number): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset } = reader.view
  const bytes = new Uint8Array(buffer as ArrayBuffer, byteOffset + reader.offset, length)
  reader.offset += length
  return checkEnd(reader, bytes)
}

function joinBytes(start: Uint8Array<ArrayBuffer>, rest: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (start.length === 0) return rest
  const bytes = new Uint8Array(start.length + rest.length)
  bytes.set(start)
  bytes.set(rest, start.length)
  return bytes
}

export const viewData = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
