import { Buffer } from 'node:buffer'

const HASH_BYTES = 16
const FIRST_RECORDS = 1024

/** The hashes and ends of the candidates in one block, in memory that is reused: an object for each would outlive the young generation of V8. */
export class PendingRecords {
  #hashes = Buffer.allocUnsafeSlow(FIRST_RECORDS * HASH_BYTES)
  #lengths = new Uint32Array(FIRST_RECORDS)
  #hashCount = 0
  #count = 0
  #end = 0

  addHash(hash: Uint8Array): void {
    if ((this.#hashCount + 1) * HASH_BYTES > this.#hashes.length) {
      const larger = Buffer.allocUnsafeSlow(this.#hashes.length * 2)
      this.#hashes.copy(larger)
      this.#hashes = larger
    }
    this.#hashes.set(hash, this.#hashCount * HASH_BYTES)
    this.#hashCount += 1
  }

  /** The record of the last hash ends at this byte of the block. */
  endRecord(end: number): void {
    if (this.#count === this.#lengths.length) {
      const larger = new Uint32Array(this.#lengths.length * 2)
      larger.set(this.#lengths)
      this.#lengths = larger
    }
    this.#lengths[this.#count] = end - this.#end
    this.#count += 1
    this.#end = end
  }

  /** Both are valid until the next call of `addHash` or `endRecord`. */
  view(): { readonly lengths: Uint32Array; readonly hashes: Uint8Array } {
    return {
      lengths: this.#lengths.subarray(0, this.#count),
      hashes: this.#hashes.subarray(0, this.#hashCount * HASH_BYTES),
    }
  }

  /** @param start the byte at which the first record begins */
  clear(start: number): void {
    ;[this.#hashCount, this.#count, this.#end] = [0, 0, start]
  }
}
