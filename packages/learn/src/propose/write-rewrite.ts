import type { RewriteSpec } from '@canonist/core/internal/policy/spec'
import type { Slot } from './aligned-row.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_VARIABLES } = THRESHOLDS.writeRewrite

/** A pair of URLs in a table of pairs that differ in the same way. Each text that may vary is a column. */
export interface Row {
  readonly cluster: number
  /** The texts that both sides have; `left` and `right` have those of one side only. */
  readonly shared: readonly string[]
  readonly left: readonly string[]
  readonly right: readonly string[]
}

export interface Table {
  /** The structure of each side: texts that are the same in every row, and columns. */
  readonly left: readonly Slot[]
  readonly right: readonly Slot[]
  readonly rows: readonly Row[]
}

/** Writes the rewrite from the left side to the right; null if it would match everything or change nothing. */
export function writeRewrite({ left, right, rows }: Table): RewriteSpec | null {
  const numbers = new Map<number, number>()
  const match = left.map((slot) => writeSlot(slot, rows, 'left', numbers)).join('')
  const to = right.map((slot) => writeSlot(slot, rows, 'right', numbers)).join('')
  const used = new Set(right.flatMap((slot) => (typeof slot === 'string' ? [] : [slot.column])))
  const isUsable = match !== to && used.size <= MAX_VARIABLES && /[A-Za-z]|#/.test(match.replace(/\$\d/g, ''))
  return isUsable ? { match, to: to.replaceAll('#', '$') } : null
}

function writeSlot(slot: Slot, rows: readonly Row[], side: 'left' | 'right', numbers: Map<number, number>): string {
  if (typeof slot === 'string') return slot
  const values = rows.map((row) => (slot.kind === 'own' ? row[side] : row.shared)[slot.column] ?? '')
  if (isConstant(values)) return values[0] ?? ''
  const { start, end } = findCommonEnds(values)
  if (slot.kind === 'own') return `${start.replace(/[A-Za-z0-9%]*$/, '')}*${end.replace(/^[A-Za-z0-9%]*/, '')}`
  const number = numbers.get(slot.column) ?? numbers.size + 1
  numbers.set(slot.column, number)
  const areNumbers = values.every((value) => /^\d+$/.test(value.slice(start.length, value.length - end.length)))
  return areNumbers ? `${start}#${number}${end}` : `$${number}`
}

/** The start and end that all values share, without digits, which belong to a number. */
function findCommonEnds(values: readonly string[]): { start: string; end: string } {
  let [start = '', end = ''] = [values[0], values[0]]
  for (const value of values) {
    while (!value.startsWith(start)) start = start.slice(0, -1)
    while (!value.endsWith(end)) end = end.slice(1)
  }
  start = start.replace(/(?<!\d)\d+$/, '')
  const shortest = Math.min(...values.map(({ length }) => length))
  end = end.replace(/^\d+/, '').slice(Math.max(0, start.length + end.length - shortest + 1))
  return { start, end }
}

const isConstant = (values: readonly string[]): boolean => new Set(values).size === 1
