import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js'
import { ByteWriter } from 'hyparquet-writer'
import { serializeTCompactProtocol, ThriftStruct } from 'hyparquet-writer/src/thrift.js'

// The footer as it is stored, by the numbers of its fields: https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
// Statistics, column orders and types that the library does not know are kept.

/** SchemaElement */
export interface RawElement {
  readonly field_1?: number
  readonly field_3?: number
  readonly field_4: Uint8Array | string
  readonly field_5?: number
  readonly field_6?: number
  /** LogicalType; its field 10 is the integer type. */
  readonly field_10?: { readonly field_10?: { readonly field_1: number; readonly field_2: boolean } }
}

/** ColumnMetaData */
export interface RawChunkMetadata {
  readonly field_1: number
  readonly field_2: readonly number[]
  readonly field_3: readonly (Uint8Array | string)[]
  readonly field_4: number
  readonly field_5: bigint
  readonly field_6: bigint
  readonly field_7: bigint
  /** Offsets of the first data page, of the index page and of the dictionary page. */
  readonly field_9: bigint
  readonly field_10?: bigint | undefined
  readonly field_11?: bigint | undefined
  /** The Bloom filter. */
  readonly field_14?: bigint | undefined
  readonly field_15?: number | undefined
  /** Statistics of geometries, whose bounds are floating-point numbers. */
  readonly field_17?: unknown
}

/** ColumnChunk: where it begins, and what is in it. */
export interface RawChunk {
  readonly field_2: bigint
  readonly field_3: RawChunkMetadata
}

/** RowGroup: its chunks, its bytes, its rows, how it is sorted, where it begins, its compressed bytes. */
export interface RawGroup {
  readonly field_1: readonly RawChunk[]
  readonly field_2: bigint
  readonly field_3: bigint
  readonly field_4?: unknown
  readonly field_5?: bigint | undefined
  readonly field_6?: bigint | undefined
}

/** FileMetaData: version, schema, rows, row groups, pairs of keys and values, writer, and how the values of each leaf are ordered. */
export interface RawFooter {
  readonly field_1: number
  readonly field_2: readonly RawElement[]
  readonly field_3: bigint
  readonly field_4: readonly RawGroup[]
  readonly field_5?: readonly RawPair[] | undefined
  readonly field_6?: Uint8Array | string | undefined
  readonly field_7?: readonly object[] | undefined
}

export interface RawPair {
  readonly field_1: Uint8Array
  readonly field_2?: Uint8Array
}

/** @param bytes the footer, its length and the magic */
export function readRawFooter(bytes: Uint8Array): RawFooter {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return deserializeTCompactProtocol({ view, offset: 0 }) as unknown as RawFooter
}

/** The footer, its length and the magic. */
export function formatRawFooter(footer: RawFooter): Uint8Array {
  const writer = new ByteWriter()
  serializeTCompactProtocol(writer, { ...footer, field_2: footer.field_2.map(restoreTypes) })
  writer.appendUint32(writer.offset)
  writer.appendBytes(MAGIC)
  return writer.getBytes()
}

export const MAGIC = new TextEncoder().encode('PAR1')

const [TRUE, FALSE, BYTE] = [1, 2, 3]

/** Parsing drops the width of numbers. All are 32 bits wide except the width of an integer type, which readers require to be 8 bits. */
function restoreTypes(element: RawElement): object {
  const integer = element.field_10?.field_10
  if (integer === undefined) return element
  const width = new ThriftStruct([
    [1, BYTE, integer.field_1],
    [2, integer.field_2 ? TRUE : FALSE, integer.field_2],
  ])
  return { ...element, field_10: { field_10: width } }
}
