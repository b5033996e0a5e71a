import { countColumns } from '@canonist/core/internal/text/columns'
import { hideCredentials } from '@canonist/core/internal/text/hide-credentials'
import { toPrintable } from '@canonist/core/internal/text/printable'

/** A piece of a line of a file, as a terminal shows it, and where the marked part is in it. */
export interface SourceLine {
  readonly text: string
  /** The columns before the marked part, and those of it. */
  readonly indent: number
  readonly width: number
}

/** More of a line is not looked at: a file may be one line of many megabytes. */
const MAX_AROUND = 2000
const TAB = 4
const CUT = '…'
/** The least that is shown before the marked part of a line that is too long. */
const LEAST_BEFORE = 8

/**
 * Shows the part of a line from `start` to `end`, as much of the line around it as fits in so many columns.
 *
 * Null where the mark cuts a password in two: hiding it would move the mark.
 *
 * @example showSourceLine('see\thttps://e.com/', 4, 18, 80) // { text: 'see https://e.com/', indent: 4, width: 14 }
 */
export function showSourceLine(line: string, start: number, end: number, columns: number): SourceLine | null {
  const from = Math.max(0, start - MAX_AROUND)
  const to = Math.min(line.length, start + MAX_AROUND)
  const bounds = [from, Math.min(start, to), Math.min(Math.max(end, start), to), to]
  const parts = bounds.slice(1).map((bound, index) => hideCredentials(line.slice(bounds[index], bound)))
  if (parts.join('') !== hideCredentials(line.slice(from, to))) return null
  const cells: Cell[] = []
  const [indent = 0, marked = 0, all = 0] = parts.map((part) => appendCells(cells, part))
  // A place without length is that of one character.
  const width = Math.max(1, marked - indent)
  if (all <= columns && from === 0 && to === line.length) return { text: joinCells(cells, 0, all), indent, width }
  const first = chooseFirst({ indent, width, all, columns })
  const [isCutBefore, isCutAfter] = [first > 0 || from > 0, first + columns < all || to < line.length]
  const last = first + columns - (isCutAfter ? 1 : 0)
  const text = joinCells(cells, first + (isCutBefore ? 1 : 0), last)
  const shownIndent = indent - first
  return {
    text: `${isCutBefore ? CUT : ''}${text}${isCutAfter ? CUT : ''}`,
    indent: shownIndent,
    width: Math.max(1, Math.min(width, last - first - shownIndent)),
  }
}

/** A character with its place on the terminal. */
interface Cell {
  readonly char: string
  readonly at: number
  readonly columns: number
}

/** Appends what a text looks like; returns the column at its end. */
function appendCells(cells: Cell[], text: string): number {
  let at = findEnd(cells)
  const add = (char: string, columns: number): void => {
    cells.push({ char, at, columns })
    at += columns
  }
  for (const [index, part] of text.split('\t').entries()) {
    if (index > 0) for (let left = TAB - (at % TAB); left > 0; left -= 1) add(' ', 1)
    for (const char of toPrintable(part)) add(char, countColumns(char))
  }
  return at
}

function findEnd(cells: readonly Cell[]): number {
  const last = cells.at(-1)
  return last === undefined ? 0 : last.at + last.columns
}

/** The text between two columns; half of a wide character at their edges is a space. */
function joinCells(cells: readonly Cell[], first: number, last: number): string {
  return cells
    .filter(({ at, columns }) => at + columns > first && at < last)
    .map(({ char, at, columns }) => (at < first || at + columns > last ? ' ' : char))
    .join('')
}

interface Room {
  readonly indent: number
  readonly width: number
  readonly all: number
  readonly columns: number
}

/** The first column that is shown: the mark is in the middle, or begins near the left edge if it is too wide for that. */
function chooseFirst({ indent, width, all, columns }: Room): number {
  const before = Math.max(Math.floor((columns - width) / 2), Math.min(LEAST_BEFORE, Math.floor(columns / 2)))
  return Math.max(0, Math.min(indent - before, all - columns))
}
