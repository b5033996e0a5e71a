import type { Finding, Level, Place } from '@canonist/links/internal/report/finding'
import { groupFindings, readSubject } from '@canonist/links/internal/report/report'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { wrap } from '../../help/wrap.ts'
import type { Colour, Paint } from '../../output/paint.ts'
import { showSourceLine } from './show-source-line.ts'

/** The text of a file; null if it has none. */
export type ReadSource = (file: string) => string | null

export interface ShowOptions {
  readonly columns: number
  readonly paint: Paint
  readonly readSource: ReadSource
}

const COLOURS: Readonly<Record<Level, Colour>> = { error: 'red', warning: 'yellow', note: 'cyan' }
/** Nobody follows a line that is wider, and wider ones take longer to make. */
const MAX_COLUMNS = 160
const INDENT = '  '

/** Shows findings to a person: by file, each with the line that it is about, in which its place is underlined. */
export function showFindings(findings: readonly Finding[], options: ShowOptions): string {
  const columns = Math.min(options.columns, MAX_COLUMNS)
  return [...groupFindings(findings, readSubject)]
    .map(([file, found]) => showFile(file, found.toSorted(comparePlaces), { ...options, columns }))
    .join('')
}

function showFile(file: string, findings: readonly Finding[], options: ShowOptions): string {
  const lines = createLineReader(options.readSource(file))
  const numberWidth = Math.max(...findings.map(({ place }) => String(place?.line ?? 0).length))
  const shown = findings.map((finding, index) => {
    // Several findings about one link share its line.
    const isLast = !isSamePlace(finding.place, findings[index + 1]?.place)
    return `${showMessage(finding, options)}${isLast ? `${showPlace(finding, lines, numberWidth, options)}\n` : ''}`
  })
  return `${options.paint('bold', toPrintable(file))}\n${shown.join('')}`
}

const comparePlaces = ({ place: a }: Finding, { place: b }: Finding): number =>
  (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0)

const isSamePlace = (a: Place | undefined, b: Place | undefined): boolean =>
  a !== undefined && b !== undefined && a.line === b.line && a.column === b.column && a.endColumn === b.endColumn

function showMessage({ level, message, rule, place }: Finding, { columns, paint }: ShowOptions): string {
  const where = place === undefined ? '' : `${place.line}:${place.column}  `
  const indent = INDENT.length + where.length + level.length + 2
  const id = `[${rule}]`
  const [first = '', ...rest] = wrap(`${toPrintable(message)} ${id}`, Math.max(columns - indent, MIN_MESSAGE_COLUMNS))
  const text = [first, ...rest].join(`\n${' '.repeat(indent)}`)
  return `${INDENT}${where}${paint(COLOURS[level], level)}  ${text.slice(0, -id.length)}${paint('dim', id)}\n`
}

const MIN_MESSAGE_COLUMNS = 30

function showPlace({ level, place }: Finding, readLine: LineReader, numberWidth: number, options: ShowOptions): string {
  const { columns, paint } = options
  const line = place === undefined ? null : readLine(place.line)
  if (place === undefined || line === null) return ''
  const end = place.endLine === place.line ? place.endColumn - 1 : line.length
  const room = columns - INDENT.length - numberWidth - EDGE.length
  const shown = showSourceLine(line, Math.min(place.column - 1, line.length), end, Math.max(room, MIN_SOURCE_COLUMNS))
  if (shown === null || line === '') return ''
  const mark = paint(COLOURS[level], '^'.repeat(shown.width))
  const number = String(place.line).padStart(numberWidth)
  return [
    `${INDENT}${paint('dim', `${number}${EDGE}`)}${shown.text}\n`,
    `${INDENT}${paint('dim', `${' '.repeat(numberWidth)}${EDGE}`)}${' '.repeat(shown.indent)}${mark}\n`,
  ].join('')
}

const EDGE = ' │ '
const MIN_SOURCE_COLUMNS = 20

/** The text of a line; null if there is none. */
type LineReader = (line: number) => string | null

/** Reads lines in ascending order without looking at one twice: a file may be one line of many megabytes. */
function createLineReader(text: string | null): LineReader {
  let [number, start, end] = [1, 0, findLineEnd(text ?? '', 0)]
  return (line) => {
    if (text === null) return null
    if (line < number) [number, start, end] = [1, 0, findLineEnd(text, 0)]
    for (; number < line; number += 1) {
      if (end >= text.length) return null
      start = end + 1
      end = findLineEnd(text, start)
    }
    return text.slice(start, text.charCodeAt(end - 1) === RETURN ? end - 1 : end)
  }
}

const RETURN = 13

function findLineEnd(text: string, start: number): number {
  const at = text.indexOf('\n', start)
  return at === -1 ? text.length : at
}
