/** Hashes of 32 bits, held in four bytes each. */
export class HashList {
  #hashes = new Uint32Array(1024)
  #length = 0

  add(hash: number): void {
    if (this.#length === this.#hashes.length) this.#grow()
    this.#hashes[this.#length] = hash
    this.#length += 1
  }

  /** Each hash once, in ascending order. */
  distinct(): Uint32Array {
    const sorted = this.#hashes.subarray(0, this.#length).toSorted()
    let kept = 0
    for (const hash of sorted) {
      if (kept === 0 || hash !== sorted[kept - 1]) sorted[kept++] = hash
    }
    return sorted.slice(0, kept)
  }

  #grow(): void {
    const larger = new Uint32Array(this.#hashes.length * 2)
    larger.set(this.#hashes)
    this.#hashes = larger
  }
}
