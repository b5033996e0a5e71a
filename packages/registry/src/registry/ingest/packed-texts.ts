import { Buffer } from 'node:buffer'

/** Characters to encode at once: a call for each text would cost more than the encoding. */
const CHUNK_LENGTH = 262_144

/** Packs texts into one buffer of UTF-8, with the end of each text. */
export class PackedTexts {
  readonly #ends: Uint32Array<ArrayBuffer>
  readonly #chunks: Buffer[] = []
  #count = 0
  #bytes = 0
  #waiting: string[] = []
  #waitingLength = 0

  /** @param count the number of texts */
  constructor(count: number) {
    this.#ends = new Uint32Array(count)
  }

  /** Null is packed as an empty text. */
  add(text: string | null): void {
    if (text !== null) {
      this.#waiting.push(text)
      this.#waitingLength += text.length
      this.#bytes += Buffer.byteLength(text)
      if (this.#waitingLength >= CHUNK_LENGTH) this.#encode()
    }
    this.#ends[this.#count++] = this.#bytes
  }

  finish(): { readonly texts: Uint8Array<ArrayBuffer>; readonly ends: Uint32Array<ArrayBuffer> } {
    this.#encode()
    const texts = new Uint8Array(this.#bytes)
    let at = 0
    for (const chunk of this.#chunks) {
      texts.set(chunk, at)
      at += chunk.length
    }
    return { texts, ends: this.#ends }
  }

  #encode(): void {
    this.#chunks.push(Buffer.from(this.#waiting.join('')))
    this.#waiting = []
    this.#waitingLength = 0
  }
}
