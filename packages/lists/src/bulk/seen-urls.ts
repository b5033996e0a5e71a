import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { loadKernel, reserveMemory, type KernelMemory } from './kernel/load-kernel.ts'
import { SEEN_HASHES_WASM } from './kernel/seen-hashes-wasm.ts'

interface SeenKernel {
  readonly memory: KernelMemory
  readonly accepted: { readonly value: number }
  readonly written: { readonly value: number }
  getSize(): number
  getBytes(): number
  start(at: number, keyLow: bigint, keyHigh: bigint, bytes: number): void
  add(text: number, length: number): number
  has(text: number, length: number, to: number): number
  keepNew(from: number, end: number, to: number): number
  keepUnknown(from: number, end: number, to: number, lengths: number, hashes: number): number
  addRecords(from: number, count: number, to: number, part: number, parts: number): number
}

/** The kernel's own memory ends here. */
const TEXT = 4096
/** The longest text, and the largest part of a block that is processed at once. A normalized URL has at most 2 MiB. */
const TEXT_BYTES = 4_194_304
/** Lengths and hashes of as many lines as fit into that, at two bytes each. */
const LENGTHS = TEXT + TEXT_BYTES + 64
const HASHES = LENGTHS + TEXT_BYTES * 2
const TABLE = HASHES + TEXT_BYTES * 8
const HASH_BYTES = 16
/** A hash and a number. */
export const RECORD_BYTES = 24
/** WebAssembly memory is at most 4 GiB. */
const MAX_BYTES = 4_294_967_296 - TABLE - 65_536

/** The result for the lines of a block. */
export interface KeptLines {
  /** Lines that are not empty. */
  readonly accepted: number
  /** Where it stopped: at the end, or before the first line that did not fit into the table. */
  readonly end: number
}

/** Lines whose hash is not in the table, with their lengths and hashes for a later pass. */
export interface UnknownLines {
  readonly accepted: number
  readonly bytes: Uint8Array
  /** Of each line, with its newline. */
  readonly lengths: Uint32Array
  /** 16 bytes each. */
  readonly hashes: Uint8Array
}

/**
 * The URLs seen so far, as 128-bit keyed hashes (SipHash-2-4). Among a billion URLs, the chance that two are confused is about 1 in
 * 7 × 10^20. The key comes from a random salt, so an attacker cannot prepare URLs that collide.
 *
 * A URL takes 27 to 53 bytes while the table is smaller than a quarter of its limit, then 19 to 24; a `Set` of strings takes about 150.
 * The views that its methods return are valid until the next call.
 */
export class SeenUrls {
  readonly #kernel = loadKernel(SEEN_HASHES_WASM) as SeenKernel
  readonly #salt: string
  #limit: number
  #memory: Buffer

  /** @param limit the most bytes for the table */
  constructor(salt: string, limit = MAX_BYTES) {
    this.#salt = salt
    this.#limit = limit
    reserveMemory(this.#kernel.memory, TABLE)
    this.#memory = Buffer.from(this.#kernel.memory.buffer)
    this.clear()
  }

  get size(): number {
    return this.#kernel.getSize()
  }

  /** Bytes of memory that the table uses. */
  get bytes(): number {
    return this.#kernel.getBytes()
  }

  /** Removes all URLs. */
  clear(limit = this.#limit): void {
    this.#limit = limit
    const key = hash('sha256', this.#salt, 'buffer')
    // In whole pages; those that are never used cost nothing.
    this.#kernel.start(TABLE, key.readBigUInt64LE(0), key.readBigUInt64LE(8), Math.min(limit, MAX_BYTES))
  }

  /** Adds the URL and returns whether it is new; null if it is new and the table is full. */
  add(url: string): boolean | null {
    const result = this.#kernel.add(TEXT, this.#writeText(url))
    return result === 2 ? null : result === 1
  }

  /** The hash of a URL that is not in the table; null if it is. */
  findUnknown(url: string): Uint8Array | null {
    const isKnown = this.#kernel.has(TEXT, this.#writeText(url), HASHES) !== 0
    return isKnown ? null : this.#view(HASHES, HASH_BYTES)
  }

  /** Keeps the lines that are new, and writes them to `keep` one after the other. Empty lines are left out. */
  keepNew(lines: Buffer, keep: (bytes: Buffer) => void): KeptLines {
    let accepted = 0
    for (let start = 0, end = 0; start < lines.length; start = end) {
      end = findEnd(lines, start)
      const length = this.#write(lines, start, end)
      const stop = this.#kernel.keepNew(TEXT, TEXT + length, TEXT)
      accepted += this.#kernel.accepted.value >>> 0
      keep(this.#view(TEXT, this.#kernel.written.value >>> 0))
      if (stop >>> 0 !== TEXT + length) return { accepted, end: start + (stop >>> 0) - TEXT }
    }
    return { accepted, end: lines.length }
  }

  /** Yields the lines that are not in the table, part by part. Empty lines are left out. */
  *listUnknown(lines: Buffer, from: number): Generator<UnknownLines> {
    for (let start = from, end = 0; start < lines.length; start = end) {
      end = findEnd(lines, start)
      const length = this.#write(lines, start, end)
      const count = this.#kernel.keepUnknown(TEXT, TEXT + length, TEXT, LENGTHS, HASHES)
      const { buffer } = this.#kernel.memory
      yield {
        accepted: this.#kernel.accepted.value >>> 0,
        bytes: this.#view(TEXT, this.#kernel.written.value >>> 0),
        lengths: new Uint32Array(buffer, LENGTHS, count),
        hashes: new Uint8Array(buffer, HASHES, count * HASH_BYTES),
      }
    }
  }

  /**
   * Adds records of a hash and a number, and returns the numbers of those that are new, in two words each.
   *
   * @param part which of `parts` equal shares of all hashes is processed; the others are ignored
   */
  addRecords(records: Uint8Array, part: number, parts: number): Uint32Array {
    this.#refresh()
    this.#memory.set(records, TEXT)
    const count = this.#kernel.addRecords(TEXT, records.length / RECORD_BYTES, HASHES, part, parts)
    return new Uint32Array(this.#kernel.memory.buffer, HASHES, count * 2)
  }

  /** Normalized URLs are ASCII; lines may be anything. */
  #writeText(text: string): number {
    this.#refresh()
    return this.#memory.write(text, TEXT, TEXT_BYTES, 'utf8')
  }

  #write(lines: Buffer, start: number, end: number): number {
    this.#refresh()
    lines.copy(this.#memory, TEXT, start, end)
    return end - start
  }

  #view(at: number, length: number): Buffer {
    this.#refresh()
    return this.#memory.subarray(at, at + length)
  }

  /** Returns the current memory, which is another object after the table has grown. */
  #refresh(): void {
    const { buffer } = this.#kernel.memory
    if (this.#memory.buffer !== buffer) this.#memory = Buffer.from(buffer)
  }
}

const NEWLINE = 10

/** The end of the last line that fits. */
function findEnd(lines: Buffer, start: number): number {
  if (lines.length - start <= TEXT_BYTES) return lines.length
  return lines.lastIndexOf(NEWLINE, start + TEXT_BYTES - 1) + 1
}
