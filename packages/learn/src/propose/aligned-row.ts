import { align, type Piece } from './align.ts'

/** An element of a side's structure: text that is the same in every row of a table, or a column. */
export type Slot = string | { readonly kind: 'shared' | 'own'; readonly column: number }

/** One side of a pair: its structure, and the texts that only it has. */
export interface Side {
  readonly slots: readonly Slot[]
  readonly own: readonly string[]
}

/** A pair of URLs as a row, with the key of its table. */
export interface AlignedRow {
  readonly key: string
  readonly left: Side
  readonly right: Side
  readonly shared: readonly string[]
}

/** Null if the URLs contain characters that mark variables in templates. */
export function alignRow(left: string, right: string): AlignedRow | null {
  if (/[$*#]/.test(left + right)) return null
  const pair = align(left, right)
  const one = toSide(pair.left)
  const two = toSide(pair.right)
  return {
    key: `${formatTableKey(one.slots)} ${formatTableKey(two.slots)}`,
    left: one,
    right: two,
    shared: listShared(pair.left),
  }
}

function listShared(pieces: readonly Piece[]): string[] {
  const shared: string[] = []
  for (const { text, shared: number } of pieces) if (number !== -1) shared[number] = text
  return shared
}

const GLUE = /^[^A-Za-z0-9%]+|[^A-Za-z0-9%]+$/g

/** Text that only one side has becomes a column; the delimiters around it are structure. */
function toSide(pieces: readonly Piece[]): Side {
  const slots: Slot[] = []
  const own: string[] = []
  for (const { text, shared } of pieces) {
    if (shared !== -1) slots.push({ kind: 'shared', column: shared })
    else if (/^[/?&]/.test(text) || !/[A-Za-z0-9%]/.test(text)) slots.push(text)
    else {
      const core = text.replace(GLUE, '')
      const start = text.indexOf(core)
      slots.push(text.slice(0, start), { kind: 'own', column: own.push(core) - 1 }, text.slice(start + core.length))
    }
  }
  return { slots: slots.filter((slot) => slot !== ''), own }
}

export const formatTableKey = (slots: readonly Slot[]): string =>
  slots
    .map((slot) => (typeof slot === 'string' ? slot : slot.kind === 'own' ? '\u0001' : `\u0002${slot.column}`))
    .join('')
