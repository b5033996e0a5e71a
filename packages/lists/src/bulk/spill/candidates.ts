import { Buffer } from 'node:buffer'
import type { Sink } from '../../io/sink.ts'
import { RECORD_BYTES, type SeenUrls } from '../seen-urls.ts'
import { AppendFile, readChunks, readInto } from './append-file.ts'
import type { SpillFolder } from './spill-folder.ts'

/** How many files the hashes are divided among. */
const PARTITIONS = 64
const RECORD_WORDS = RECORD_BYTES / 4
const HASH_WORDS = 4
const PARTITION_BUFFER = 2048 * RECORD_BYTES
/** Records are read in pieces of this many. */
const RECORDS_READ = 32_768
const LENGTHS_READ = 65_536
const COPIED_BYTES = 1_048_576
/** The most bytes that a hash takes in a table. */
const TABLE_BYTES = 24
/** The smallest table. */
const MIN_ROOM = 65_536

/** The length of every file: plain data, so that it can be saved. */
export interface CandidateLengths {
  readonly texts: number
  readonly lengths: number
  readonly hashes: readonly number[]
}

export const NO_CANDIDATES: CandidateLengths = { texts: 0, lengths: 0, hashes: Array<number>(PARTITIONS).fill(0) }

const HINT = 'Or name a folder on a larger disk with --temp.'
const RESUMABLE_HINT = `The same command continues where this run stopped. ${HINT}`

/**
 * Records that may or may not be the first with their hash. They are *collected* in files: one with all texts in their order, one with
 * their lengths, and `PARTITIONS` files with the hashes and the numbers of the records. Then they are *copied*: partition by partition, the
 * first record of every hash is marked in a bitmap, and in a last pass the marked texts are written in their order.
 *
 * A partition has all records of its hashes, so it can be processed alone. If it is too large for the memory, it is read several times,
 * each time for a share of its hashes.
 */
export class Candidates {
  readonly #texts: AppendFile
  readonly #lengths: AppendFile
  readonly #partitions: readonly Partition[]
  #count: number

  constructor(folder: SpillFolder, from: CandidateLengths = NO_CANDIDATES) {
    const hint = folder.isResumable ? RESUMABLE_HINT : HINT
    this.#texts = new AppendFile(folder.file('texts'), { length: from.texts, hint })
    this.#lengths = new AppendFile(folder.file('lengths'), { length: from.lengths, hint })
    this.#partitions = from.hashes.map((length, index) => new Partition(folder.file(`hashes-${index}`), length, hint))
    this.#count = from.lengths / 4
  }

  /** Adds records: their texts one after the other, the length of each, and the hash of each (16 bytes). */
  add(texts: Uint8Array, lengths: Uint32Array, hashes: Uint8Array): void {
    if (lengths.length === 0) return
    this.#texts.append(texts)
    this.#lengths.append(new Uint8Array(lengths.buffer, lengths.byteOffset, lengths.byteLength))
    const words = new Uint32Array(hashes.buffer, hashes.byteOffset, hashes.byteLength / 4)
    for (let at = 0; at < words.length; at += HASH_WORDS) {
      const last = words[at + 2] ?? 0
      this.#partitions[last % PARTITIONS]?.add(words, at, this.#count)
      this.#count += 1
    }
  }

  /** Flushes everything to the files. */
  flush(): CandidateLengths {
    this.#texts.flush()
    this.#lengths.flush()
    return {
      texts: this.#texts.length,
      lengths: this.#lengths.length,
      hashes: this.#partitions.map((partition) => partition.flush()),
    }
  }

  close(): void {
    for (const file of [this.#texts, this.#lengths, ...this.#partitions]) file.close()
  }

  /**
   * Writes the first record of every hash, in order.
   *
   * @param seen is cleared and used for the hashes of one partition after the other
   * @param limit of memory for `seen` and the bitmap
   * @returns how many there are
   */
  async copyFirsts(seen: SeenUrls, limit: number, sink: Sink): Promise<number> {
    this.flush()
    const marks = new Uint8Array(Math.ceil(this.#count / 8))
    const room = Math.max(limit - marks.length, limit / 2, MIN_ROOM)
    let unique = 0
    const memory = Buffer.allocUnsafeSlow(RECORDS_READ * RECORD_BYTES)
    for (const partition of this.#partitions) unique += markFirsts(partition, { seen, room, memory, marks })
    seen.clear(0)
    await this.#copyMarked(marks, sink)
    return unique
  }

  async #copyMarked(marks: Uint8Array, sink: Sink): Promise<void> {
    const copier = new RunCopier(readChunks(this.#texts.path, COPIED_BYTES), sink)
    let index = 0
    for (const chunk of readChunks(this.#lengths.path, LENGTHS_READ * 4)) {
      const lengths = new Uint32Array(chunk.buffer, chunk.byteOffset, chunk.length / 4)
      let [run, isKept] = [0, false]
      for (const length of lengths) {
        const isMarked = hasMark(marks, index)
        if (isMarked !== isKept) {
          await copier.pass(run, isKept)
          run = 0
          isKept = isMarked
        }
        run += length
        index += 1
      }
      await copier.pass(run, isKept)
    }
    await copier.end()
  }
}

/** The hashes of one partition, each with the number of its record. */
class Partition {
  readonly #file: AppendFile
  readonly #words = new Uint32Array(PARTITION_BUFFER / 4)
  #used = 0

  constructor(path: string, length: number, hint: string) {
    this.#file = new AppendFile(path, { length, bufferBytes: 0, hint })
  }

  get path(): string {
    return this.#file.path
  }

  get records(): number {
    return this.#file.length / RECORD_BYTES
  }

  add(hashes: Uint32Array, at: number, index: number): void {
    if (this.#used === this.#words.length) this.flush()
    const [words, used] = [this.#words, this.#used]
    words[used] = hashes[at] ?? 0
    words[used + 1] = hashes[at + 1] ?? 0
    words[used + 2] = hashes[at + 2] ?? 0
    words[used + 3] = hashes[at + 3] ?? 0
    words[used + 4] = index >>> 0
    words[used + 5] = Math.floor(index / 0x1_0000_0000)
    this.#used = used + RECORD_WORDS
  }

  flush(): number {
    if (this.#used > 0) this.#file.append(new Uint8Array(this.#words.buffer, 0, this.#used * 4))
    this.#used = 0
    return this.#file.length
  }

  close(): void {
    this.#file.close()
  }
}

interface Marking {
  readonly seen: SeenUrls
  /** Bytes of memory for `seen`. */
  readonly room: number
  /** For the records that are read. */
  readonly memory: Buffer
  readonly marks: Uint8Array
}

function markFirsts(partition: Partition, { seen, room, memory, marks }: Marking): number {
  let unique = 0
  const parts = Math.max(1, Math.ceil((partition.records * TABLE_BYTES) / room))
  for (let part = 0; part < parts; part += 1) {
    // Without a limit, because `parts` is chosen so that they fit.
    seen.clear(Infinity)
    for (const chunk of readInto(partition.path, memory)) {
      const numbers = seen.addRecords(chunk, part, parts)
      for (let at = 0; at < numbers.length; at += 2) {
        mark(marks, (numbers[at] ?? 0) + (numbers[at + 1] ?? 0) * 0x1_0000_0000)
      }
      unique += numbers.length / 2
    }
  }
  return unique
}

const hasMark = (marks: Uint8Array, index: number): boolean =>
  (((marks[Math.floor(index / 8)] ?? 0) >> (index % 8)) & 1) === 1

function mark(marks: Uint8Array, index: number): void {
  // Not index >> 3, which works only up to 32 bits.
  const at = Math.floor(index / 8)
  marks[at] = (marks[at] ?? 0) | (1 << (index % 8))
}

/** Copies parts of a file to a sink, or skips them. */
class RunCopier {
  readonly #chunks: Generator<Buffer>
  readonly #sink: Sink
  #chunk: Buffer = Buffer.alloc(0)
  #at = 0
  /** Collects short parts, so that they do not become short writes. */
  readonly #output = Buffer.allocUnsafeSlow(COPIED_BYTES)
  #length = 0

  constructor(chunks: Generator<Buffer>, sink: Sink) {
    this.#chunks = chunks
    this.#sink = sink
  }

  async pass(bytes: number, isKept: boolean): Promise<void> {
    for (let left = bytes; left > 0;) {
      if (this.#at === this.#chunk.length) this.#read()
      const count = Math.min(left, this.#chunk.length - this.#at)
      if (isKept && this.#length + count > this.#output.length) await this.#flush()
      if (isKept) this.#length += this.#chunk.copy(this.#output, this.#length, this.#at, this.#at + count)
      this.#at += count
      left -= count
    }
  }

  async end(): Promise<void> {
    await this.#flush()
    this.#chunks.return(undefined)
  }

  #read(): void {
    const next = this.#chunks.next()
    if (next.done === true) throw new Error('a temporary file is shorter than it was written')
    this.#chunk = next.value
    this.#at = 0
  }

  async #flush(): Promise<void> {
    if (this.#length > 0) await this.#sink.write(this.#output.subarray(0, this.#length))
    this.#length = 0
  }
}
