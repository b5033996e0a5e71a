import type { ColumnMetaData, DecodedArray, PageHeader } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'
import { isKnownCodec } from './codecs.ts'
import { decodeDictionary, decodePage, type Page } from './decode-page.ts'
import { createDamageError, createUnsupportedError, decode } from './errors.ts'
import type { Leaf } from './leaves.ts'
import type { PageMemory, PagePool } from './page-memory.ts'
import type { RandomAccess } from '../io/random-access.ts'

export interface Chunk {
  readonly file: RandomAccess
  readonly leaf: Leaf
  readonly metadata: ColumnMetaData
  readonly pool: PagePool
}

/** A larger page is considered damaged; programs write pages of a few megabytes. */
const MAX_PAGE_BYTES = 1_073_741_824
const FIRST_WINDOW_BYTES = 65_536
const MAX_HEADER_BYTES = 16_777_216

/** Reads the pages of a column in one row group, part by part. A dictionary comes before the first page that uses it. */
export async function* readPages(
  chunk: Chunk,
  onDictionary: (values: DecodedArray) => void | Promise<void>,
): AsyncGenerator<Page> {
  const { file, leaf, metadata, pool } = chunk
  const { codec } = metadata
  if (!isKnownCodec(codec)) throw createCodecError(chunk)
  const memory = pool.take(leaf.index)
  const window = new Window(file, findChunkStart(metadata), findChunkEnd(metadata), memory.stored)
  try {
    for (let left = Number(metadata.num_values); left > 0;) {
      const header = await readHeader(window)
      const bytes = await window.take(checkSize(file.name, header))
      if (header.type === 'DICTIONARY_PAGE') {
        await onDictionary(decode(file.name, () => decodeDictionary(bytes, header, leaf, codec)))
      } else if (header.type === 'DATA_PAGE' || header.type === 'DATA_PAGE_V2') {
        const parts = decode(file.name, () => decodePage(bytes, header, { leaf, codec, memory: memory.plain }))
        for (const page of decodeEach(file.name, parts)) {
          left -= page.length
          yield page
        }
      }
    }
  } finally {
    pool.giveBack(leaf.index, memory)
  }
}

/** Decodes one part after the other; if that throws, the file is damaged. */
function* decodeEach<T>(name: string, parts: Iterator<T>): Generator<T> {
  for (;;) {
    const next = decode(name, () => parts.next())
    if (next.done === true) return
    yield next.value
  }
}

export function findChunkStart({ dictionary_page_offset: dictionary, data_page_offset: data }: ColumnMetaData): number {
  // Some programs write 0 if there is no dictionary.
  return Number(dictionary !== undefined && dictionary > 0n && dictionary < data ? dictionary : data)
}

export function findChunkEnd(metadata: ColumnMetaData): number {
  return findChunkStart(metadata) + Number(metadata.total_compressed_size)
}

function createCodecError({ file, leaf, metadata }: Chunk): Error {
  return createUnsupportedError(
    file.name,
    `Its column ${leaf.path.join('.')} is compressed with ${metadata.codec}.`,
    'Write it with zstd, snappy, gzip or brotli, or without compression.',
  )
}

async function readHeader(window: Window): Promise<PageHeader> {
  for (let wanted = FIRST_WINDOW_BYTES; ; wanted *= 4) {
    const bytes = await window.look(wanted)
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 }
    try {
      const header = parquetHeader(reader)
      window.skip(reader.offset)
      return header
    } catch (error) {
      // It may simply be longer than what was read, because statistics contain whole values.
      if (bytes.length < wanted || wanted > MAX_HEADER_BYTES)
        throw createDamageError(window.name, error instanceof Error ? error.message : 'a page has no header', error)
    }
  }
}

/** In a damaged header, numbers may even have another type. */
function checkSize(name: string, { compressed_page_size: stored, uncompressed_page_size: plain }: PageHeader): number {
  if ([stored, plain].every((size) => Number.isSafeInteger(size) && size >= 0 && size <= MAX_PAGE_BYTES)) return stored
  throw createDamageError(name, `a page of ${stored} bytes that should be ${plain}`)
}

/** A part of a file that is read from its beginning to its end, piece by piece. Bytes are valid until the next call. */
class Window {
  readonly #file: RandomAccess
  #next: number
  readonly #end: number
  readonly #memory: PageMemory
  #bytes: Uint8Array = new Uint8Array()

  constructor(file: RandomAccess, start: number, end: number, memory: PageMemory) {
    this.#file = file
    this.#next = start
    this.#end = Math.min(end, file.size)
    this.#memory = memory
  }

  get name(): string {
    return this.#file.name
  }

  /** Returns the next bytes without consuming them; fewer at the end. */
  async look(count: number): Promise<Uint8Array> {
    if (this.#bytes.length < count && this.#next < this.#end) await this.#read(count)
    return this.#bytes.subarray(0, count)
  }

  skip(count: number): void {
    this.#bytes = this.#bytes.subarray(count)
  }

  async take(count: number): Promise<Uint8Array> {
    const bytes = await this.look(count)
    if (bytes.length < count) throw createDamageError(this.#file.name, 'a column ends in the middle of a page')
    this.skip(count)
    return bytes
  }

  async #read(count: number): Promise<void> {
    // Before the memory is replaced, which empties the view.
    const { length } = this.#bytes
    const wanted = Math.min(Math.max(count, READ_BYTES), length + this.#end - this.#next)
    const memory = this.#memory.extend(this.#bytes, wanted)
    const read = await this.#file.fill(memory.subarray(length), this.#next)
    this.#next = read === 0 ? this.#end : this.#next + read
    this.#bytes = memory.subarray(0, length + read)
  }
}

const READ_BYTES = 262_144
