import type { OnTable } from '@canonist/lists/internal/lists/list-options'
import type { Environment } from '../environment.ts'

const NAMES: Readonly<Record<string, string>> = { '\t': 'a tab', ' ': 'a space', ',': 'a comma' }

/** Says which delimiter was found in a table, if it is not the usual one, and which row does not fit the header. */
export function createTableNotice(
  { notify }: Environment,
  { quiet, delimiter: given, inputFormat }: NoticeFlags,
): OnTable {
  return (name, { delimiter, longRow }) => {
    if (quiet) return
    const isExpected = delimiter === ',' || given !== undefined || (delimiter === '\t' && inputFormat === 'tsv')
    const delimiterName = NAMES[delimiter] ?? delimiter
    if (!isExpected) notify(`canonist: ${name}: The cells are separated by ${delimiterName}`)
    if (longRow === null) return
    const { line, cells, columns } = longRow
    notify(
      `canonist: ${name}:${line}: The row has ${cells} cells, the header ${columns}. Put quotes around a URL that contains ${delimiterName}.`,
    )
  }
}

interface NoticeFlags {
  readonly quiet: boolean
  readonly delimiter: string | undefined
  readonly inputFormat: string | undefined
}
