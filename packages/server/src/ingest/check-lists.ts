import type { ByteSource } from '@canonist/lists/internal/io/byte-source'
import { checkInput } from '@canonist/lists/internal/io/check-input'
import type { Input } from '@canonist/lists/internal/io/input'
import type { Format } from '@canonist/lists/internal/io/line-formats'
import { DIALECTS } from '@canonist/lists/internal/io/table-dialect'
import { readTable } from './read-table.ts'

export interface ListShape {
  readonly format: Format
  /** The column of the URL in a table; undefined: each line is a URL. */
  readonly column: string | undefined
}

/**
 * Reads the beginning of every list, and throws if one is not text or has no such column. Call it before a database is
 * created for them. Returns the lists, of which nothing is lost.
 */
export async function checkLists(inputs: readonly Input[], shape: ListShape): Promise<Input[]> {
  const checked: Input[] = []
  for (const input of inputs) checked.push(await checkInput(input, (source) => checkColumn(input.name, source, shape)))
  return checked
}

/** Ends the reading of a table at its first row. */
const FIRST_ROW = new Error('The first row is enough.')

/** Only a table has its columns at the beginning: each line of JSON may have other fields. */
async function checkColumn(name: string, source: ByteSource, { format, column }: ListShape): Promise<void> {
  if (column === undefined || (format !== 'csv' && format !== 'tsv')) return
  const table = { name, column, dialect: DIALECTS[format] }
  await readTable(source, table, () => Promise.reject(FIRST_ROW)).catch((error: unknown) => {
    if (error !== FIRST_ROW) throw error
  })
}
