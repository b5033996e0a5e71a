import { THRESHOLDS } from '../thresholds.ts'

const { FIRST_BYTES, GROWTH } = THRESHOLDS.byteLog
/** Most sites of a log claim nothing. */
const NOTHING = new Uint8Array(0)

/**
 * Numbers and texts one after the other, in bytes: a million URLs as strings are a million things that the garbage collector
 * must visit again and again. Texts are ASCII, as every normalized URL is.
 */
export class ByteLog {
  #bytes: Uint8Array = NOTHING
  #end = 0

  /** Reads what another log has written. */
  static wrap(bytes: Uint8Array): ByteLog {
    const log = new ByteLog()
    log.#bytes = bytes
    log.#end = bytes.byteLength
    return log
  }

  /** What was written, not copied. */
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

  /** Takes over a piece of another log, or of this one from before its end. */
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
    // A call takes only so many arguments.
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

/** Not spread into a call: that takes each byte out by its iterator, and seven times as long. */
const decodeAscii = (bytes: Uint8Array): string => Reflect.apply(String.fromCharCode, null, bytes)
