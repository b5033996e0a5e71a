import { Buffer, isUtf8 } from 'node:buffer'
import { viewBuffer } from '@canonist/lists/internal/io/view-buffer'
import type { Place } from '../report/finding.ts'
import type { Fault } from './read/found-value.ts'

const MARK = '\ufeff'
const MARK_BYTES = 3

/** The text of a file, with the byte offset of each character. Without the byte order mark. */
export interface SourceText {
  readonly text: string
  /** The byte at which a UTF-16 unit of the text begins; asked in ascending order it is quick. */
  toByteOffset(offset: number): number
  /** The place of the first bytes that are not text. */
  readonly fault: Fault | null
}

export function decodeSource(content: Uint8Array): SourceText {
  const bytes = viewBuffer(content)
  const whole = bytes.toString('utf8')
  const first = whole.startsWith(MARK) ? MARK_BYTES : 0
  const text = first === 0 ? whole : whole.slice(MARK.length)
  const fault = isUtf8(bytes) ? null : { offset: countValidUnits(bytes, first), message: NOT_UTF8 }
  return { text, toByteOffset: createByteCounter(text, first), fault }
}

const NOT_UTF8 = 'the bytes from here on are not UTF-8; save the file as UTF-8'

/** The length of the text before the first invalid byte: up to there, decoding and encoding gives the same bytes. */
function countValidUnits(bytes: Buffer, first: number): number {
  const again = Buffer.from(bytes.toString('utf8'))
  let at = first
  while (at < bytes.length && bytes[at] === again[at]) at += 1
  return bytes
    .subarray(first, at)
    .toString('utf8')
    .replace(/\ufffd$/, '').length
}

function createByteCounter(text: string, first: number): (offset: number) => number {
  let [unit, byte] = [0, first]
  return (offset) => {
    if (offset < unit) [unit, byte] = [0, first]
    byte += Buffer.byteLength(text.slice(unit, offset))
    unit = offset
    return byte
  }
}

/** Converts offsets to lines and columns. A line ends with a line feed, as SARIF and editors count. */
export class Lines {
  readonly #starts = [0]

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  locate(file: string, start: number, end: number): Place {
    const [from, to] = [this.#findPosition(start), this.#findPosition(end)]
    return { file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
  }

  #findPosition(offset: number): { line: number; column: number } {
    let [low, high] = [0, this.#starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 }
  }
}
