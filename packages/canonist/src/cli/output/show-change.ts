import type { Tier } from '@canonist/core'
import { hideCredentials } from '@canonist/core/internal/text/hide-credentials'
import type { Colour, Paint } from './paint.ts'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { formatTable, measureWidth } from './format-table.ts'

/** Colours of tiers, by risk. */
export const TIER_COLOURS: Readonly<Record<Tier, Colour>> = {
  safe: 'green',
  'usually-safe': 'yellow',
  lossy: 'red',
}

export interface ChangeRow {
  /** The cells to the left of the change, such as its rule. */
  readonly cells: readonly string[]
  /** Null where nothing changed. */
  readonly change: { readonly before: string; readonly after: string } | null
  readonly remark?: string | undefined
}

export interface ChangeTableOptions {
  /** The titles of the cells, and of the change. */
  readonly head?: readonly string[] | undefined
  readonly paint: Paint
  readonly hasColour: boolean
  /** The width of the terminal; infinite elsewhere. */
  readonly columns: number
}

const INDENT = '    '

/** Formats changes as a table. In a terminal that is too narrow for it, each change has a line of its own, with only the part around it. */
export function formatChanges(
  rows: readonly ChangeRow[],
  { head, paint, hasColour, columns }: ChangeTableOptions,
): string {
  const show = ({ change }: ChangeRow, most: number): string =>
    change === null ? '' : showChange(change.before, change.after, { paint, hasColour, most })
  const heads = head === undefined ? [] : [head]
  const joined = rows.map((row) => {
    const { cells, change, remark } = row
    if (change === null) return cells
    return [...cells, `${show(row, Number.POSITIVE_INFINITY)}${remark === undefined ? '' : `  ${remark}`}`]
  })
  const table = formatTable([...heads, ...joined])
  if (table.split('\n').every((line) => measureWidth(line) <= columns)) return table
  const lines = formatTable([
    ...heads.map((titles) => titles.slice(0, -1)),
    ...rows.map(({ cells, remark }) => (remark === undefined ? cells : [...cells, remark])),
  ]).split('\n')
  const most = columns - INDENT.length
  const shown = lines.map((line, index) => {
    const row = rows[index - heads.length]
    return row === undefined || row.change === null ? line : `${line}\n${INDENT}${show(row, most)}`
  })
  return shown.join('\n')
}

export interface ShowChangeOptions {
  readonly paint: Paint
  readonly hasColour: boolean
  /** How many characters there is room for: more are left out on both sides of the change. The change itself is always whole. */
  readonly most?: number | undefined
}

/** Both texts as one, with removed and added parts marked: `http://e.com[-:80-]/a`, or coloured. */
export function showChange(
  from: string,
  to: string,
  { paint, hasColour, most = Number.POSITIVE_INFINITY }: ShowChangeOptions,
): string {
  // Before cutting: a piece of a URL does not show that it contains a password.
  const [before, after] = [hideCredentials(from), hideCredentials(to)]
  const { start, end } = findChangedPart(before, after)
  const removed = toPrintable(before.slice(start, before.length - end))
  const added = toPrintable(after.slice(start, after.length - end))
  const middle = hasColour
    ? `${removed === '' ? '' : strikeOut(removed, paint)}${added === '' ? '' : paint('green', added)}`
    : `${removed === '' ? '' : `[-${removed}-]`}${added === '' ? '' : `{+${added}+}`}`
  const sides: Sides = [toPrintable(before.slice(0, start)), toPrintable(before.slice(before.length - end))]
  const [left, right] = cutSides(sides, most - measureWidth(middle))
  return `${left}${middle}${right}`
}

type Sides = readonly [left: string, right: string]

/** Fewer characters show nothing of a URL. */
const MIN_SHOWN = 10

/** Leaves out the characters that are farthest from the middle; `…` replaces them. Each side leaves to the other what it does not need. */
function cutSides([left, right]: Sides, most: number): Sides {
  if (left.length + right.length <= most) return [left, right]
  const half = Math.max(MIN_SHOWN, Math.floor(most / 2))
  const leftRoom = Math.max(half, most - right.length)
  const rightRoom = Math.max(half, most - left.length)
  return [
    left.length <= leftRoom ? left : `…${left.slice(left.length - leftRoom + 1)}`,
    right.length <= rightRoom ? right : `${right.slice(0, rightRoom - 1)}…`,
  ]
}

const WORD = /[\w%-]/

/** The lengths of the common start and end, cut back to whole words: `[-Example-]{+example+}`, not `[-E-]{+e+}xample`. */
function findChangedPart(before: string, after: string): { start: number; end: number } {
  let start = countCommonStart(before, after)
  let end = countCommonEnd(before, after, start)
  const isWord = (text: string, at: number): boolean => WORD.test(text.charAt(at))
  const cutsStart = isWord(before, start) || isWord(after, start)
  while (cutsStart && start > 0 && isWord(before, start - 1)) start -= 1
  const cutsEnd = isWord(before, before.length - end - 1) || isWord(after, after.length - end - 1)
  while (cutsEnd && end > 0 && isWord(before, before.length - end)) end -= 1
  return { start, end }
}

/** Red and struck through, for readers who cannot tell the colours apart. */
function strikeOut(text: string, paint: Paint): string {
  return paint('red', paint('struck', text))
}

function countCommonStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}

function countCommonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start
  let length = 0
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1
  return length
}
