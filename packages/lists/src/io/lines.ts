import { isAscii, isUtf8 } from 'node:buffer'
import type { Block } from './line-blocks.ts'
import { MAX_LINE_BYTES } from './line-errors.ts'
import { rejectLine, type RejectedLine } from './line-outcome.ts'

const CARRIAGE_RETURN = 13
const NEWLINE = 10

/** A NUL, or a byte outside ASCII. */
const NOT_PLAIN = /[\0\u0080-\u00ff]/

/** Shows enough of an over-long line to find it. */
const SHOWN_OF_TOO_LONG = 200

/** V8 allocates strings up to 128 KiB with short-lived objects; a longer one gets fresh memory from the system. */
export const PIECE_BYTES = 122_880

/** Splits a block into pieces of whole lines that are short enough to become strings cheaply. */
export function* splitIntoPieces({ bytes, length }: Block): Generator<Block> {
  for (let start = 0, end = 0; start < length; start = end) {
    end = findPieceEnd(bytes, start, length)
    yield { bytes: bytes.subarray(start, end), length: end - start }
  }
}

function findPieceEnd(bytes: Buffer, start: number, length: number): number {
  const most = start + PIECE_BYTES
  if (most >= length) return length
  const lastNewline = bytes.lastIndexOf(NEWLINE, most - 1)
  if (lastNewline >= start) return lastNewline + 1
  // One line that is longer than a piece.
  const newline = bytes.indexOf(NEWLINE, most)
  return newline < 0 || newline >= length ? length : newline + 1
}

/** Each byte as the character of its number: one copy for the whole piece, and every line is a slice of it. */
export function toLatin1({ bytes, length }: Block): string {
  return bytes.toString('latin1', 0, length)
}

/** Whether each line of a piece is plain, apart from its length. Most are, and this is much faster than looking at each. */
export function hasPlainLines({ bytes, length }: Block): boolean {
  const piece = bytes.subarray(0, length)
  return isAscii(piece) && !piece.includes(0)
}

/** Whether bytes read as latin1 are the text itself. */
export function isPlain(latin1: string): boolean {
  return latin1.length <= MAX_LINE_BYTES && !NOT_PLAIN.test(latin1)
}

/** The lines of a block as text, or why a line is rejected. The CR of a CRLF is not part of the line. */
export function* readLines(block: Block): Generator<string | RejectedLine> {
  for (const piece of splitIntoPieces(block)) yield* readLinesOfPiece(piece)
}

function* readLinesOfPiece(block: Block): Generator<string | RejectedLine> {
  const [text, arePlain] = [toLatin1(block), hasPlainLines(block)]
  for (let start = 0, stop = 0; start < text.length; start = stop + 1) {
    stop = text.indexOf('\n', start)
    if (stop < 0) stop = text.length
    const end = text.charCodeAt(stop - 1) === CARRIAGE_RETURN && stop > start ? stop - 1 : stop
    const line = text.slice(start, end)
    yield (arePlain && line.length <= MAX_LINE_BYTES) || isPlain(line)
      ? line
      : decodeLine(block.bytes.subarray(start, end))
  }
}

/** The bytes of one line as text, or why the line is rejected. */
export function decodeLine(bytes: Buffer): string | RejectedLine {
  if (bytes.length > MAX_LINE_BYTES) {
    return rejectLine('line/too-long', bytes.toString('utf8', 0, SHOWN_OF_TOO_LONG))
  }
  const text = bytes.toString('utf8')
  if (bytes.includes(0)) return rejectLine('line/nul-byte', text)
  return isUtf8(bytes) ? text : rejectLine('line/invalid-utf8', text)
}
