import type { Environment } from '../environment.ts'

const NAMES: Readonly<Record<string, string>> = { '\t': 'a tab', ' ': 'a space' }

/** Says which delimiter was found in a table, if it is not the usual one. */
export function createDelimiterNotice(
  { notify }: Environment,
  { quiet, delimiter: given, inputFormat }: NoticeFlags,
): (name: string, delimiter: string) => void {
  return (name, delimiter) => {
    const isExpected = delimiter === ',' || given !== undefined || (delimiter === '\t' && inputFormat === 'tsv')
    if (quiet || isExpected) return
    notify(`canonist: ${name}: The cells are separated by ${NAMES[delimiter] ?? delimiter}`)
  }
}

interface NoticeFlags {
  readonly quiet: boolean
  readonly delimiter: string | undefined
  readonly inputFormat: string | undefined
}
