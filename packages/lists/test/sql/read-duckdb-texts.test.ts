import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import {
  createTextReader,
  readTextsOneByOne,
  type DuckDbBindings,
  type DuckDbChunk,
} from '../../src/sql/read-duckdb-texts.ts'

// `npm run test:engines -- duckdb` reads real chunks. Here, the texts are in memory of our own, so that every layout can be tested.

const A = 'https://example.com/a'
const B = 'https://example.com/b?c=d'
const UNICODE = 'https://ünïcode.example/😀'
const LONG = `https://example.com/${'x'.repeat(2 ** 20)}`

/** Beyond 32 bits, as in a real process. */
const BASE = 0x7f12_0000_0000

interface Layout {
  readonly why: string
  readonly rows: readonly (string | null)[]
  /** The address of the text of a row, from `BASE` on. */
  readonly at: readonly number[]
  readonly reads: number
}

const LAYOUTS: readonly Layout[] = [
  { why: 'upwards without gaps', rows: [A, B, A], at: [0, 21, 46], reads: 1 },
  { why: 'downwards without gaps', rows: [A, B, A], at: [46, 21, 0], reads: 1 },
  { why: 'upwards with gaps', rows: [A, B, A], at: [0, 60, 148], reads: 1 },
  { why: 'too far apart for one read', rows: [A, B, A], at: [0, 85, 5000], reads: 3 },
  { why: 'the same text in several rows', rows: [A, B, A, B], at: [0, 21, 0, 21], reads: 1 },
  { why: 'a constant', rows: [A, A, A], at: [0, 0, 0], reads: 1 },
  { why: 'overlapping texts', rows: [A, A.slice(1), B], at: [0, 1, 21], reads: 1 },
  {
    why: 'texts of up to 12 bytes, which have no address',
    rows: ['', 'dedupe', 'dedupe', 'twelve bytes', 'ä'],
    at: [],
    reads: 0,
  },
  { why: 'short texts and NULL between others', rows: [A, null, 'x', null, B], at: [0, 0, 0, 0, 21], reads: 1 },
  { why: 'NULL after a text with the same header', rows: [A, null, A], at: [0, 0, 0], reads: 1 },
  { why: 'NULL only', rows: [null, null], at: [], reads: 0 },
  { why: 'other characters than ASCII', rows: [A, UNICODE, B], at: [0, 21, 51], reads: 1 },
  { why: 'a byte order mark', rows: [`\u{feff}${A}`, '\u{feff}x'], at: [0], reads: 1 },
  { why: 'a long text', rows: [A, LONG, B], at: [0, 21, 21 + LONG.length], reads: 3 },
  {
    why: 'more rows than a word of the validity has bits',
    rows: Array.from({ length: 130 }, (_, row) => (row % 3 ? A : null)),
    at: Array.from({ length: 130 }, (_, row) => row * 21),
    reads: 1,
  },
]

for (const { why, rows, at, reads } of LAYOUTS) {
  test(`reads a column: ${why}`, () => {
    const { bindings, chunk, countReads } = createColumn(rows, at)
    assert.deepEqual(createTextReader(bindings)(chunk, 0), rows)
    assert.equal(countReads(), reads)
  })
}

test('reads texts one by one if the bindings lack a function, or the chunk is unknown to them', () => {
  const { bindings, chunk } = createColumn([A, null], [0])
  assert.equal(createTextReader({ ...bindings, get_data_from_pointer: undefined as never }), readTextsOneByOne)
  const { chunk: _, ...unknown } = chunk
  assert.deepEqual(createTextReader(bindings)(unknown, 0), [A, null])
})

/** A column as DuckDB stores it: headers of 16 bytes, texts elsewhere. */
function createColumn(
  rows: readonly (string | null)[],
  at: readonly number[],
): { bindings: DuckDbBindings; chunk: DuckDbChunk; countReads: () => number } {
  const memory = Buffer.alloc(2 ** 21)
  const headers = Buffer.alloc(rows.length * 16)
  const validity = Buffer.alloc(Math.ceil(rows.length / 64) * 8)
  for (const [row, text] of rows.entries()) {
    // The header of NULL may contain anything, such as the header of the row before.
    if (text === null) headers.copy(headers, row * 16, Math.max(row - 1, 0) * 16, Math.max(row, 1) * 16)
    else {
      writeText(headers.subarray(row * 16), text, memory, at[row] ?? 0)
      validity[row >> 3] = (validity[row >> 3] ?? 0) | (1 << (row & 7))
    }
  }
  let reads = 0
  const bindings: DuckDbBindings = {
    data_chunk_get_vector: () => ({}),
    vector_get_data: () => new Uint8Array(headers.buffer, headers.byteOffset, headers.length),
    vector_get_validity: () => (rows.includes(null) ? validity : null),
    get_data_from_pointer(buffer, offset, length) {
      reads += 1
      const start = Number(new DataView(buffer).getBigUint64(offset, true)) - BASE
      return memory.subarray(start, start + length)
    },
  }
  const chunk: DuckDbChunk = {
    rowCount: rows.length,
    columnCount: 1,
    chunk: {},
    getColumnVector: () => ({ getItem: (row) => rows[row] ?? null }),
  }
  return { bindings, chunk, countReads: () => reads }
}

function writeText(header: Buffer, text: string, memory: Buffer, at: number): void {
  const bytes = Buffer.from(text)
  header.writeUInt32LE(bytes.length, 0)
  bytes.copy(header, 4, 0, bytes.length <= 12 ? 12 : 4)
  if (bytes.length <= 12) return
  header.writeBigUInt64LE(BigInt(BASE + at), 8)
  bytes.copy(memory, at)
}
