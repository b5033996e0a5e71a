import {
  brotliCompressSync,
  brotliDecompressSync,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { policies } from '@canonist/core'
import { parquetReadObjects, type Compressors } from 'hyparquet'
import { parquetWriteBuffer, type ColumnSource, type ParquetWriteOptions } from 'hyparquet-writer'
import { dedupeList, type DedupeListOptions, type DedupeReport } from '@canonist/lists/internal/lists/dedupe-list'
import { normalizeList, type NormalizeListOptions } from '@canonist/lists/internal/lists/normalize-list'
import { createStreamInput, createTextInput, type Input } from '@canonist/lists/internal/io/input'
import type { InputReport, RejectedInput } from '@canonist/lists/internal/io/input-report'

type WriteOptions = Partial<Omit<ParquetWriteOptions, 'writer' | 'columnData'>>

const COMPRESSORS: NonNullable<ParquetWriteOptions['compressors']> = {
  GZIP: (bytes) => gzipSync(bytes),
  ZSTD: (bytes) => zstdCompressSync(bytes),
  BROTLI: (bytes) => brotliCompressSync(bytes),
  // Not LZ4, only called so: nobody must try to read it.
  LZ4_RAW: (bytes) => bytes,
}

const DECOMPRESSORS: Compressors = {
  GZIP: (bytes) => gunzipSync(bytes),
  ZSTD: (bytes) => zstdDecompressSync(bytes),
  BROTLI: (bytes) => brotliDecompressSync(bytes),
}

/** A Parquet file. */
export function writeParquetFile(columnData: ColumnSource[], options: WriteOptions = {}): Uint8Array {
  return new Uint8Array(parquetWriteBuffer({ columnData, compressors: COMPRESSORS, ...options }))
}

/** The rows of a Parquet file, by another reader than the one that is tested. */
export function readParquetRows(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  return parquetReadObjects({ file, compressors: DECOMPRESSORS })
}

export interface ListResult<Report> {
  readonly bytes: Buffer
  readonly text: string
  readonly report: Report
  readonly rejected: readonly RejectedInput[]
}

type Options<T> = Partial<T> & Pick<NormalizeListOptions, 'format'>

/** What `normalize` writes. */
export function normalizeAll(
  inputs: readonly Input[],
  options: Options<NormalizeListOptions>,
): Promise<ListResult<InputReport>> {
  return run((sink, onRejected) => normalizeList(inputs, sink, { policy: policies.dedupe, ...options, onRejected }))
}

/** What `dedupe` writes. */
export function dedupeAll(
  inputs: readonly Input[],
  options: Options<DedupeListOptions>,
): Promise<ListResult<DedupeReport>> {
  return run((sink, onRejected) =>
    dedupeList(inputs, sink, { policy: policies.dedupe, salt: 'salt', ...options, onRejected }),
  )
}

type Write = (bytes: Uint8Array) => Promise<void>

async function run<Report>(
  job: (sink: { write: Write }, onRejected: (rejected: readonly RejectedInput[]) => Promise<void>) => Promise<Report>,
): Promise<ListResult<Report>> {
  const [chunks, rejected]: [Buffer[], RejectedInput[]] = [[], []]
  const write: Write = (bytes) => Promise.resolve(void chunks.push(Buffer.from(bytes)))
  const report = await job({ write }, (some) => Promise.resolve(void rejected.push(...some)))
  const bytes = Buffer.concat(chunks)
  return { bytes, text: bytes.toString(), report, rejected }
}

/** An input that can be read once, as a pipe. */
export function pipe(bytes: Uint8Array, name = 'stdin'): Input {
  const part = Math.ceil(bytes.length / 3)
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += part) yield bytes.subarray(at, at + part)
  }
  return createStreamInput(name, chunks())
}

export const lines = (text: string): Input => createTextInput('list', text)
