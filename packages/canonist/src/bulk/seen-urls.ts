import { hash } from 'node:crypto'

const SHARDS = 256
const WORDS = 3
const FIRST_SLOTS = 16

/**
 * The URLs that were seen, by 104 bits of a SHA-256: 96 that are stored and 8 that choose the shard. Among a billion
 * URLs the odds that any two are taken for one are 1 in 4 × 10^13. Two URLs that collide in 104 bits could be computed
 * in some days; the salt, which is unknown before the run, makes such a pair worthless.
 *
 * A slot takes 12 bytes and a shard is half to three quarters full: 16 to 24 bytes a URL, where a `Set` of strings
 * takes about 150. Shards grow one at a time, so growing never doubles the whole.
 */
export class SeenUrls {
  readonly #shards: readonly Shard[] = Array.from({ length: SHARDS }, () => new Shard())
  readonly #salt: string
  #size = 0

  constructor(salt: string) {
    this.#salt = salt
  }

  get size(): number {
    return this.#size
  }

  /** Bytes of memory that the table uses. */
  get bytes(): number {
    return this.#shards.reduce((sum, shard) => sum + shard.bytes, 0)
  }

  /** True where the URL is new. */
  add(url: string): boolean {
    // As a binary string the digest costs a third of what a Buffer of its own would.
    const digest = hash('sha256', this.#salt + url, 'binary')
    const shard = this.#shards[digest.charCodeAt(0)]
    if (shard === undefined) return false
    const isNew = shard.add(readWord(digest, 1), readWord(digest, 5), readWord(digest, 9))
    if (isNew) this.#size += 1
    return isNew
  }
}

function readWord(digest: string, at: number): number {
  return (
    ((digest.charCodeAt(at) << 24) |
      (digest.charCodeAt(at + 1) << 16) |
      (digest.charCodeAt(at + 2) << 8) |
      digest.charCodeAt(at + 3)) >>>
    0
  )
}

/** Open addressing with linear probing; the first word says where to begin. */
class Shard {
  #slots = new Uint32Array(FIRST_SLOTS * WORDS)
  #capacity = FIRST_SLOTS
  #used = 0

  get bytes(): number {
    return this.#slots.byteLength
  }

  add(first: number, second: number, third: number): boolean {
    // Three zeros mark an empty slot, so no entry may be that.
    const last = third === 0 ? 1 : third
    if (!this.#insert(first, second, last)) return false
    this.#used += 1
    if (this.#used * 4 > this.#capacity * 3) this.#grow()
    return true
  }

  #insert(first: number, second: number, third: number): boolean {
    const slots = this.#slots
    // Scaled, not masked: a capacity need not be a power of two, so a shard can grow by half.
    let slot = Math.floor((first / 0x1_0000_0000) * this.#capacity)
    for (;;) {
      const at = slot * WORDS
      if (slots[at + 2] === 0) {
        slots[at] = first
        slots[at + 1] = second
        slots[at + 2] = third
        return true
      }
      if (slots[at] === first && slots[at + 1] === second && slots[at + 2] === third) return false
      slot = slot + 1 === this.#capacity ? 0 : slot + 1
    }
  }

  #grow(): void {
    const old = this.#slots
    this.#capacity = Math.ceil(this.#capacity * 1.5)
    this.#slots = new Uint32Array(this.#capacity * WORDS)
    for (let at = 0; at < old.length; at += WORDS) {
      const third = old[at + 2] ?? 0
      if (third !== 0) this.#insert(old[at] ?? 0, old[at + 1] ?? 0, third)
    }
  }
}
