import { hideCredentials } from '@canonist/core/internal/text/hide-credentials'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { LogError } from './errors.ts'
import { isAccessLine } from './access-line.ts'
import { isCdxHeader, isCdxjLine } from '@canonist/lists/internal/io/recognize-index'
import { isCdxLine } from './cdx-line.ts'
import { isHeritrixLine } from './heritrix-line.ts'
import { LOG_FORMATS, type LineLogFormat } from './log-format.ts'
import { isPlainLine } from './plain-line.ts'
import { findColumns } from './table-columns.ts'
import { isWaybackHeader } from './wayback-line.ts'

/** In this order: what comes first is the more particular. */
const SIGNS: readonly (readonly [LineLogFormat, (line: string) => boolean])[] = [
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

/** Common files that are not crawl logs, and how to convert them. */
const OTHERS: readonly (readonly [says: string, fix: string, isOf: (line: string) => boolean])[] = [
  [
    'It is one JSON array.',
    "Write one object a line, for example with jq -c '.[]'.",
    (line) => line.trimStart().startsWith('['),
  ],
  ['It is separated by semicolons.', 'Separate it by commas or tabs.', (line) => hasUrlColumn(line, ';')],
]

const SHOWN_CHARACTERS = 80

/** Detects the format of a log by its first line that is not blank or a comment. */
export function detectFormat(line: string, name: string): LineLogFormat {
  if (isUtf16(line)) throw new LogError('log/utf16', { thing: name })
  const found = SIGNS.find(([, isOf]) => isOf(line))
  if (found !== undefined) return found[0]
  throw createFormatError(line, name)
}

function createFormatError(line: string, thing: string): LogError {
  const other = OTHERS.find(([, , isOf]) => isOf(line))
  if (other !== undefined) return new LogError('log/other-format', { thing, says: other[0], fix: other[1] })
  const shown = toPrintable(hideCredentials(line).slice(0, SHOWN_CHARACTERS))
  const known = Object.entries(LOG_FORMATS).map(([format, what]) => `${format} (${what})`)
  return new LogError('log/unknown-format', {
    thing,
    says: `Its format cannot be recognized by its line "${shown}".`,
    fix: `Name the format with --input-format: ${known.join(', ')}.`,
  })
}

function hasUrlColumn(line: string, delimiter: string): boolean {
  const titles = line.split(delimiter).map((title) => title.trim().replaceAll(/^"|"$/g, ''))
  return findColumns(titles).has('url')
}

/** Whether a line can show the format: it is neither blank nor a comment. */
export const showsFormat = (line: string): boolean => line.trim() !== '' && !line.startsWith('#')
