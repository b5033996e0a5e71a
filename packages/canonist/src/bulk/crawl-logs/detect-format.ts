import { printable } from '../../report/printable.ts'
import { RunError } from '../run-error.ts'
import { isAccessLine } from './access-line.ts'
import { isCdxHeader, isCdxjLine, isCdxLine } from './cdx-line.ts'
import { isHeritrixLine } from './heritrix-line.ts'
import { LOG_FORMATS, type LogFormat } from './log-format.ts'
import { isPlainLine } from './plain-line.ts'
import { columnsOf } from './table-columns.ts'

/** In this order: what comes first is the more particular. */
const SIGNS: readonly (readonly [LogFormat, (line: string) => boolean])[] = [
  ['jsonl', (line) => line.trimStart().startsWith('{')],
  ['cdx', isCdxHeader],
  ['cdxj', (line) => line.startsWith('!') || isCdxjLine(line)],
  ['heritrix', isHeritrixLine],
  ['access', isAccessLine],
  ['cdx', isCdxLine],
  ['text', isPlainLine],
  ['tsv', (line) => line.includes('\t') && hasUrlColumn(line, '\t')],
  ['csv', (line) => hasUrlColumn(line, ',')],
]

const SHOWN_CHARACTERS = 80

/** The format of a log by its first line that says something. */
export function detectFormat(line: string, name: string): LogFormat {
  const found = SIGNS.find(([, isOf]) => isOf(line))
  if (found !== undefined) return found[0]
  const shown = printable(line.slice(0, SHOWN_CHARACTERS))
  const known = Object.entries(LOG_FORMATS).map(([format, what]) => `${format} (${what})`)
  throw new RunError(
    `cannot tell what kind of log ${name} is by its line "${shown}"; name it with --format: ${known.join(', ')}`,
    2,
  )
}

function hasUrlColumn(line: string, delimiter: string): boolean {
  const titles = line.split(delimiter).map((title) => title.trim().replaceAll(/^"|"$/g, ''))
  return columnsOf(titles).has('url')
}

/** A line that tells the format: no blank one, no comment. */
export const isTelling = (line: string): boolean => line.trim() !== '' && !line.startsWith('#')
