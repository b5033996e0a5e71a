import type { Session } from '../../store/database.ts'
import { readCursor, readLimit, toPart, type ListPart, type PartOptions } from '../../store/list-part.ts'
import { readRanges, type KeyRange } from '../../store/read-ranges.ts'
import type { SqlValues } from '../../store/sql-values.ts'

/** A list in the order of ids. All SQL in it is our own. */
export interface IdList<T extends { readonly id: number }> {
  /** The ranges of indexes that make up the list, each in the order of ids. */
  readonly ranges: readonly KeyRange[]
  /** The values that the ranges refer to. */
  readonly values: SqlValues
  /** Reads whole items by id, in any order. */
  readonly read: (session: Session, ids: readonly number[]) => Promise<readonly T[]>
}

export async function listById<T extends { readonly id: number }>(
  session: Session,
  { ranges, values, read }: IdList<T>,
  options: PartOptions,
): Promise<ListPart<T>> {
  const limit = readLimit(options)
  const after = readCursor(options, ['integer'])
  const keys = await readRanges(session, ranges, { after, limit: limit + 1, values })
  const { items, next } = toPart(keys, limit, (key) => key)
  const found = await read(
    session,
    items.map(([id]) => Number(id)),
  )
  return { items: found.toSorted((a, b) => a.id - b.id), next }
}
