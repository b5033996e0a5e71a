import { Buffer } from 'node:buffer'
import type { Line, InvalidLine } from '@canonist/registry/internal/registry/ingest/line'
import type { ByteSource } from '@canonist/lists/internal/io/byte-source'
import { parseJsonObject } from '@canonist/lists/internal/io/json-object'
import { BLOCK_BYTES, LineBlocks, type Block } from '@canonist/lists/internal/io/line-blocks'
import { MAX_LINE_BYTES, type LineErrorCode } from '@canonist/lists/internal/io/line-errors'
import { decodeLine, hasPlainLines, isPlain, toLatin1, splitIntoPieces } from '@canonist/lists/internal/io/lines'
import { rejectLine } from '@canonist/lists/internal/io/line-outcome'
import { isVerbatim } from '@canonist/core/internal/text/ascii-json'

/** Takes lines as they are read; `starts` says where each begins, and is left out where they follow one another. */
export type PutLines = (lines: readonly Line[], starts?: readonly number[]) => Promise<void>

/** Reads lines of text for the registry. Lines that are not valid text keep their bytes. */
export async function readLines(source: ByteSource, put: PutLines): Promise<void> {
  // One for all blocks: lines are copies.
  const memory = Buffer.allocUnsafe(BLOCK_BYTES)
  const blocks = new LineBlocks(source, () => memory)
  for (let block = await blocks.next(); block !== null; block = await blocks.next()) {
    const lines: Line[] = []
    for (const piece of splitIntoPieces(block)) addLines(piece, lines)
    await put(lines)
  }
}

export interface RecordField {
  readonly column: string
  /** What an empty text in the field means; by default it is skipped, like an empty line. */
  readonly ifEmpty?: Line | undefined
}

/** The same with one URL in a field of each line, which is a JSON object. */
export async function readRecords(source: ByteSource, field: RecordField, put: PutLines): Promise<void> {
  const openings = isVerbatim(field.column) ? [`{"${field.column}":"`, `{"${field.column}": "`] : []
  await readLines(source, (lines) =>
    put(
      lines.map((line) =>
        typeof line === 'string' ? (readOnlyField(line, openings) ?? readField(line, field)) : line,
      ),
    ),
  )
}

/** The value of a record that has nothing else, which most have; null if it must be parsed, which takes longer. */
function readOnlyField(line: string, openings: readonly string[]): string | null {
  if (!line.endsWith('"}')) return null
  for (const opening of openings) {
    if (!line.startsWith(opening)) continue
    const value = line.slice(opening.length, -2)
    return value !== '' && isVerbatim(value) ? value : null
  }
  return null
}

const CARRIAGE_RETURN = 13

function addLines(piece: Block, lines: Line[]): void {
  const [text, arePlain] = [toLatin1(piece), hasPlainLines(piece)]
  for (let start = 0, stop = 0; start < text.length; start = stop + 1) {
    stop = text.indexOf('\n', start)
    if (stop < 0) stop = text.length
    const end = text.charCodeAt(stop - 1) === CARRIAGE_RETURN && stop > start ? stop - 1 : stop
    const line = text.slice(start, end)
    lines.push(
      (arePlain && line.length <= MAX_LINE_BYTES) || isPlain(line) ? line : toLine(piece.bytes.subarray(start, end)),
    )
  }
}

/** The bytes of one line as text, or why they are not text. */
export function toLine(bytes: Buffer): Line {
  const text = decodeLine(bytes)
  return typeof text === 'string' ? text : { raw: Buffer.from(bytes), code: text.code, message: text.message }
}

export function refuseLine(raw: Buffer, reason: LineErrorCode): InvalidLine {
  const { code, message } = rejectLine(reason, '')
  return { raw, code, message }
}

function readField(line: string, { column, ifEmpty = '' }: RecordField): Line {
  if (line === '') return ''
  const record = parseJsonObject(line)
  if (record === null) return refuseLine(Buffer.from(line), 'line/invalid-json')
  const value = Object.hasOwn(record, column) ? record[column] : null
  if (typeof value !== 'string') return refuseLine(Buffer.from(line), 'line/no-column')
  return value === '' ? ifEmpty : value
}
