import { MAGIC, formatRawFooter, type RawChunk, type RawElement, type RawFooter, type RawGroup } from './raw-footer.ts'
import { moveChunk, type WriteBytes } from './chunk-writer.ts'
import { createDamageError } from './errors.ts'
import { findChunkEnd, findChunkStart, type Chunk } from './page-reader.ts'

const COPIED_BYTES = 262_144

/** Metadata of the footer that describes every column. It must not remain if columns are added, because readers trust it. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(['ARROW:schema'])

/** Writes a Parquet file, row group by row group. Keeps only the footer in memory. */
export class ParquetOutput {
  readonly #write: WriteBytes
  readonly #groups: RawGroup[] = []
  /** For the bytes that are copied. */
  readonly #copied = new Uint8Array(COPIED_BYTES)
  #offset = 0
  #groupStart = 0
  #chunks: RawChunk[] = []

  constructor(write: WriteBytes) {
    this.#write = write
  }

  /** Adds bytes to the chunk that is being written. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#offset === 0) await this.#append(MAGIC)
    await this.#append(bytes)
  }

  async startGroup(): Promise<void> {
    if (this.#offset === 0) await this.#append(MAGIC)
    this.#groupStart = this.#offset
    this.#chunks = []
  }

  /** Copies the bytes of a column. */
  async copyChunk({ file, metadata }: Chunk, raw: RawChunk): Promise<void> {
    const [start, end] = [findChunkStart(metadata), findChunkEnd(metadata)]
    this.#chunks.push(moveChunk(raw, start, this.#offset))
    for (let at = start; at < end; at += COPIED_BYTES) {
      const bytes = this.#copied.subarray(0, Math.min(COPIED_BYTES, end - at))
      const read = await file.fill(bytes, at)
      if (read < bytes.length) throw createDamageError(file.name, 'a column is longer than the file')
      await this.write(bytes)
    }
  }

  /** Adds a column whose bytes `write` writes. */
  async addChunk(write: (bytes: WriteBytes) => Promise<RawChunk>): Promise<void> {
    const start = this.#offset
    const chunk = await write((bytes) => this.write(bytes))
    this.#chunks.push(moveChunk(chunk, 0, start))
  }

  endGroup(rows: number): void {
    const chunks = this.#chunks
    this.#groups.push({
      field_1: chunks,
      field_2: chunks.reduce((sum, { field_3: { field_6: bytes } }) => sum + bytes, 0n),
      field_3: BigInt(rows),
      field_5: BigInt(this.#groupStart),
      field_6: BigInt(this.#offset - this.#groupStart),
    })
  }

  /** Ends the file. Its columns are those of `footer`, and the added ones. */
  async finish(footer: RawFooter, added: readonly RawElement[]): Promise<void> {
    if (this.#offset === 0) await this.#append(MAGIC)
    const [root, ...elements] = footer.field_2
    const isSame = added.length === 0
    const pairs = footer.field_5?.filter(({ field_1: key }) => isSame || !DESCRIPTIONS.has(decodeText(key)))
    await this.#append(
      formatRawFooter({
        field_1: footer.field_1,
        field_2:
          root === undefined ? [] : [{ ...root, field_5: (root.field_5 ?? 0) + added.length }, ...elements, ...added],
        field_3: this.#groups.reduce((sum, { field_3: rows }) => sum + rows, 0n),
        field_4: this.#groups,
        field_5: pairs === undefined || pairs.length === 0 ? undefined : pairs,
        field_6: 'canonist',
        field_7: footer.field_7 && [...footer.field_7, ...added.map(() => TYPE_ORDER)],
      }),
    )
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await this.#write(bytes)
    this.#offset += bytes.length
  }
}

/** The order that the type of a column defines. */
const TYPE_ORDER = { field_1: {} }

const decodeText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
