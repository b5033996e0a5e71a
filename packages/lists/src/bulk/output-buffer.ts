import { Buffer } from 'node:buffer'

const NEWLINE = 10

/** A growing buffer; its memory is reused for the next block. */
export class OutputBuffer {
  bytes: Buffer
  length = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** Makes room for `more` bytes at the end. */
  reserve(more: number): void {
    const wanted = this.length + more
    if (wanted <= this.bytes.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(wanted, this.bytes.length * 2))
    this.bytes.copy(grown, 0, 0, this.length)
    this.bytes = grown
  }

  copy(from: Buffer, start: number, end: number): void {
    this.reserve(end - start)
    from.copy(this.bytes, this.length, start, end)
    this.length += end - start
  }

  /** `text` must not contain characters above U+00FF; each becomes one byte. */
  latin1(text: string): void {
    this.reserve(text.length)
    this.length += this.bytes.write(text, this.length, 'latin1')
  }

  utf8(text: string): void {
    // A UTF-16 unit takes at most three bytes.
    this.reserve(text.length * 3)
    this.length += this.bytes.write(text, this.length, 'utf8')
  }

  newline(): void {
    this.reserve(1)
    this.bytes[this.length] = NEWLINE
    this.length += 1
  }
}
