/** Strings are joined in batches: a list of millions of one-character pieces costs far more than their text. */
const BATCH = 4096

/** Collects text that arrives in pieces. */
export class TextCollector {
  #joined = ''
  #pieces: string[] = []

  add(piece: string): void {
    this.#pieces.push(piece)
    if (this.#pieces.length >= BATCH) this.#join()
  }

  text(): string {
    this.#join()
    return this.#joined
  }

  #join(): void {
    this.#joined += this.#pieces.join('')
    this.#pieces = []
  }
}
