import { Buffer } from 'node:buffer'
import type { Line, InvalidLine } from '@canonist/registry/internal/registry/ingest/line'
import type { Input } from '@canonist/lists/internal/io/input'
import type { Format } from '@canonist/lists/internal/io/line-formats'
import { DIALECTS } from '@canonist/lists/internal/io/table-dialect'
import type { OnProgress, RejectedInput } from '@canonist/lists/internal/io/input-report'
import { toGenerator } from '@canonist/lists/internal/io/to-generator'
import { readLines, readRecords, type PutLines } from './read-lines.ts'
import { readTable } from './read-table.ts'

export interface LineOptions {
  readonly format: Format
  /** The column of the URL in a table; null: each line is a URL. */
  readonly column: string | null
  /** For JSON lines: what an empty text in the column means. */
  readonly ifEmpty?: Line | undefined
  readonly onProgress: OnProgress
}

/** Lines of one list that were read together. */
export interface LineBlock {
  /** The name of the list. */
  readonly source: string
  readonly lines: readonly Line[]
  /** Where each line begins in the list, counted from 1. */
  lineNumber(index: number): number
}

/** Reads the lines of several lists, one list after the other. */
export async function* readLists(inputs: readonly Input[], options: LineOptions): AsyncGenerator<readonly Line[]> {
  for await (const { lines } of readBlocks(inputs, options)) yield lines
}

/** The same with the place of each line. */
export function readBlocks(inputs: readonly Input[], options: LineOptions): AsyncGenerator<LineBlock> {
  return toGenerator(async (put) => {
    let [bytesBefore, linesBefore] = [0, 0]
    for (const input of inputs) {
      let read = 0
      bytesBefore += await input.read(async (source) => {
        await readInput(input.name, source, options, async (lines, starts) => {
          const first = read + 1
          read += lines.length
          options.onProgress(bytesBefore + source.consumed(), linesBefore + read)
          await put({ source: input.name, lines, lineNumber: (index) => starts?.[index] ?? first + index })
        })
        return source.consumed()
      })
      linesBefore += read
    }
  })
}

type Source = Parameters<typeof readLines>[0]

function readInput(
  name: string,
  source: Source,
  { format, column, ifEmpty }: LineOptions,
  put: PutLines,
): Promise<void> {
  if (column === null) return readLines(source, put)
  if (format === 'csv' || format === 'tsv') return readTable(source, { name, column, dialect: DIALECTS[format] }, put)
  return readRecords(source, { column, ifEmpty }, put)
}

/** A rejected line with the place that it has in its list. */
export function placeRejected(
  { raw, code, message }: InvalidLine,
  { source, lineNumber }: LineBlock,
  index: number,
): RejectedInput {
  return { ok: false, input: Buffer.from(raw).toString(), code, message, source, line: lineNumber(index) }
}
