import type { Line } from '../../registry/ingest/line.ts'
import type { Input } from '../../io/input.ts'
import { DELIMITERS, type Format } from '../../io/line-formats.ts'
import type { OnProgress } from '../../io/input-report.ts'
import { toGenerator, type Put } from '../../io/to-generator.ts'
import { readLines, readRecords } from './read-lines.ts'
import { readTable } from './read-table.ts'

export interface LineOptions {
  readonly format: Format
  /** The column of the URL in a table; null: each line is a URL. */
  readonly column: string | null
  readonly onProgress: OnProgress
}

/** The lines of several lists, one list after the other. */
export function registryLines(inputs: readonly Input[], options: LineOptions): AsyncGenerator<readonly Line[]> {
  return toGenerator(async (put) => {
    let [before, lines] = [0, 0]
    for (const input of inputs) {
      before += await input.read(async (source) => {
        await readInput(input.name, source, options, async (read) => {
          lines += read.length
          options.onProgress(before + source.consumed(), lines)
          await put(read)
        })
        return source.consumed()
      })
    }
  })
}

type Source = Parameters<typeof readLines>[0]

function readInput(
  name: string,
  source: Source,
  { format, column }: LineOptions,
  put: Put<readonly Line[]>,
): Promise<void> {
  if (column === null) return readLines(source, put)
  if (format === 'csv' || format === 'tsv')
    return readTable(source, { name, column, delimiter: DELIMITERS[format] }, put)
  return readRecords(source, column, put)
}
