import { hideCredentials } from '../text/hide-credentials.ts'
import { printable } from '../text/printable.ts'
import { RunError } from '../io/run-error.ts'
import { isAccessLine } from './access-line.ts'
import { isCdxHeader, isCdxjLine, isCdxLine } from './cdx-line.ts'
import { isHeritrixLine } from './heritrix-line.ts'
import { LOG_FORMATS, type LogFormat } from './log-format.ts'
import { isPlainLine } from './plain-line.ts'
import { columnsOf } from './table-columns.ts'
import { isWaybackHeader } from './wayback-line.ts'

/** In this order: what comes first is the more particular. */
const SIGNS: readonly (readonly [LogFormat, (line: string) => boolean])[] = [
  ['jsonl', (line) => line.trimStart().startsWith('{')],
  ['wayback', isWaybackHeader],
  ['cdx', isCdxHeader],
  ['cdxj', (line) => line.startsWith('!') || isCdxjLine(line)],
  ['heritrix', isHeritrixLine],
  ['access', isAccessLine],
  ['cdx', isCdxLine],
  ['text', isPlainLine],
  ['tsv', (line) => line.includes('\t') && hasUrlColumn(line, '\t')],
  ['csv', (line) => hasUrlColumn(line, ',')],
]

/** Every other byte is NUL: as ASCII is in UTF-16, with its mark before it or not. */
const isUtf16 = (line: string): boolean => /^(?:\uFFFD\uFFFD|\0?[^\0]\0[^\0]\0)/.test(line)

/** What people have at hand that is no log, and what makes one of it. */
const OTHERS: readonly (readonly [what: string, isOf: (line: string) => boolean])[] = [
  ["one JSON array: write one object a line, for example with jq -c '.[]'", (line) => line.trimStart().startsWith('[')],
  ['a web archive itself: learn from its index, which cdxj-indexer writes', (line) => line.startsWith('WARC/')],
  ['separated by semicolons: separate it by commas or tabs', (line) => hasUrlColumn(line, ';')],
]

const SHOWN_CHARACTERS = 80

/** The format of a log by its first line that says something. */
export function detectFormat(line: string, name: string): LogFormat {
  if (isUtf16(line)) throw new RunError(`${name} is UTF-16: convert it, for example with iconv -f utf-16 -t utf-8`, 2)
  const found = SIGNS.find(([, isOf]) => isOf(line))
  if (found !== undefined) return found[0]
  throw new RunError(whyUnknown(line, name), 2)
}

function whyUnknown(line: string, name: string): string {
  const other = OTHERS.find(([, isOf]) => isOf(line))
  if (other !== undefined) return `${name} is ${other[0]}`
  const shown = printable(hideCredentials(line).slice(0, SHOWN_CHARACTERS))
  const known = Object.entries(LOG_FORMATS).map(([format, what]) => `${format} (${what})`)
  return `cannot tell what kind of log ${name} is by its line "${shown}"; name it with --format: ${known.join(', ')}`
}

function hasUrlColumn(line: string, delimiter: string): boolean {
  const titles = line.split(delimiter).map((title) => title.trim().replaceAll(/^"|"$/g, ''))
  return columnsOf(titles).has('url')
}

/** A line that tells the format: no blank one, no comment. */
export const isTelling = (line: string): boolean => line.trim() !== '' && !line.startsWith('#')
