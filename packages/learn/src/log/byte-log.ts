import { THRESHOLDS } from './thresholds.ts'

const { FIRST_BYTES, GROWTH } = THRESHOLDS.byteLog
/** Most sites have no claims, and need no memory for them. */
const NOTHING = new Uint8Array(0)

/**
 * Numbers and texts in one array of bytes: a million URLs as strings would be a million objects for the garbage collector to
 * visit. Texts must be ASCII, as every normalized URL is.
 */
export class ByteLog {
  #bytes: Uint8Array = NOTHING
  #end = 0

  /** Wraps the bytes of another log, to read them. */
  static wrap(bytes: Uint8Array): ByteLog {
    const log = new ByteLog()
    log.#bytes = bytes
    log.#end = bytes.byteLength
    return log
  }

  /** The bytes written so far, as a view. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#end)
  }

  get length(): number {
    return this.#end
  }

  /** @param value a whole number from 0 to 2³² - 1 */
  addNumber(value: number): void {
    this.#grow(4)
    for (let shift = 0; shift < 32; shift += 8) this.#bytes[this.#end++] = value >>> shift
  }

  addText(text: string): void {
    this.addNumber(text.length)
    this.#grow(text.length)
    for (let at = 0; at < text.length; at++) this.#bytes[this.#end++] = text.charCodeAt(at)
  }

  /** Copies a piece of another log, or of this one. */
  addPiece(other: ByteLog, start: number, end: number): void {
    this.#grow(end - start)
    this.#bytes.set(other.#bytes.subarray(start, end), this.#end)
    this.#end += end - start
  }

  readNumber(at: number): number {
    const bytes = this.#bytes
    return (
      ((bytes[at] as number) |
        ((bytes[at + 1] as number) << 8) |
        ((bytes[at + 2] as number) << 16) |
        ((bytes[at + 3] as number) << 24)) >>>
      0
    )
  }

  readText(at: number): string {
    let text = ''
    const end = this.findTextEnd(at)
    // In pieces: the number of arguments of a call is limited.
    for (let from = at + 4; from < end; from += 4096)
      text += decodeAscii(this.#bytes.subarray(from, Math.min(end, from + 4096)))
    return text
  }

  findTextEnd(at: number): number {
    return at + 4 + this.readNumber(at)
  }

  #grow(more: number): void {
    const needed = this.#end + more
    if (needed <= this.#bytes.length) return
    const bytes = new Uint8Array(Math.max(FIRST_BYTES, needed, Math.ceil(this.#bytes.length * GROWTH)))
    bytes.set(this.#bytes)
    this.#bytes = bytes
  }
}

/** Not with spread syntax, which iterates byte by byte and takes seven times as long. */
const decodeAscii = (bytes: Uint8Array): string => Reflect.apply(String.fromCharCode, null, bytes)
