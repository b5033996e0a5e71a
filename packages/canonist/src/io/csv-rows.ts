import { Buffer } from 'node:buffer'
import { parse, type Parser } from 'csv-parse'
import type { ByteSource } from './byte-source.ts'
import type { Delimiter } from './cell.ts'
import { MAX_LINE_BYTES } from './line-errors.ts'
import { CodedError } from '../text/coded-error.ts'
import { IoError, readSystemCode } from './errors.ts'

const CHUNK_BYTES = 65_536

/**
 * Takes the cells of one row and the line of the file where it begins. Bytes are latin1 characters, so that cells
 * of any encoding pass through unharmed.
 */
export type RowVisitor = (cells: readonly string[], line: number) => void

/** Reads rows chunk by chunk and awaits `flush` after every chunk. */
export async function readRows(
  source: ByteSource,
  { name, delimiter }: { readonly name: string; readonly delimiter: Delimiter },
  visit: RowVisitor,
  flush: () => Promise<void>,
): Promise<void> {
  const failure: { error: Error | null } = { error: null }
  const { parser, line } = createParser(delimiter, visit)
  parser.on('error', (error) => (failure.error ??= error))
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  for (let count = await source.fill(chunk, 0); count > 0; count = await source.fill(chunk, 0)) {
    parser.write(Buffer.from(chunk.subarray(0, count)))
    await flush()
    if (failure.error !== null) throw createRowError(name, failure.error, line())
  }
  await endParser(parser, failure)
  await flush()
  if (failure.error !== null) throw createRowError(name, failure.error, line())
}

interface RowParser {
  readonly parser: Parser
  /** The line where the current row begins. */
  readonly line: () => number
}

function createParser(delimiter: Delimiter, visit: RowVisitor): RowParser {
  let line = 1
  const parser = parse({
    delimiter,
    encoding: 'latin1',
    quote: delimiter === ',' ? '"' : false,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_LINE_BYTES,
    // Rows are taken here, as they are parsed: rows that wait in the stream would be lost with the first bad row.
    on_record: (cells) => {
      visit(cells, line)
      // The parser's own count takes a CRLF inside quotes for two lines.
      line += 1 + countNewlines(cells)
      return null
    },
  })
  return { parser, line: () => line }
}

function countNewlines(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count += 1
  }
  return count
}

async function endParser(parser: Parser, failure: { readonly error: Error | null }): Promise<void> {
  if (failure.error !== null) return
  await new Promise<void>((resolve) => {
    parser.once('close', resolve)
    parser.end()
    parser.resume()
  })
}

function createRowError(name: string, error: Error, line: number): CodedError {
  // The visitor threw it.
  if (error instanceof CodedError) return error
  // The parser's own messages name the line where it gave up, which may be millions of lines after the quote.
  const { says, fix } = FAULTS[readSystemCode(error)] ?? { says: `cannot be read: ${error.message}.`, fix: undefined }
  return new IoError('io/bad-row', {
    thing: `cannot read ${name}`,
    says: `The row that begins in line ${line} ${says}`,
    fix,
    cause: error,
  })
}

const FIX = 'lose it, or write "" for a quote inside a cell, and run again.'

const FAULTS: Readonly<Record<string, { readonly says: string; readonly fix: string }>> = {
  CSV_QUOTE_NOT_CLOSED: { says: 'has a quote that is never closed.', fix: `C${FIX}` },
  CSV_MAX_RECORD_SIZE: { says: 'is longer than 1 MiB.', fix: `Where a quote is not closed, c${FIX}` },
}
