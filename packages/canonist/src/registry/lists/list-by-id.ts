import type { Session } from '../../store/database.ts'
import { selectJsonIds, toSqlJson } from '../../store/json-rows.ts'
import { readCursor, readLimit, toPart, type ListPart, type PartOptions } from '../../store/list-part.ts'
import { readRanges, type KeyRange } from '../../store/read-ranges.ts'
import type { SqlValues } from '../../store/sql-values.ts'

/** A list in the order of ids. All SQL in it is our own. */
export interface IdList<R extends { readonly id: number }, T> {
  /** The ranges of indexes that make up the list, each in the order of ids. */
  readonly ranges: readonly KeyRange[]
  /** The values that the ranges refer to. */
  readonly values: SqlValues
  /** A select of whole rows that ends in `where id`; the ids are appended. */
  readonly select: string
  readonly toItem: (row: R) => T
}

export async function listById<R extends { readonly id: number }, T>(
  session: Session,
  { ranges, values, select, toItem }: IdList<R, T>,
  options: PartOptions,
): Promise<ListPart<T>> {
  const limit = readLimit(options)
  const after = readCursor(options, ['integer'])
  const keys = await readRanges(session, ranges, { after, limit: limit + 1, values })
  const { items, next } = toPart(keys, limit, (key) => key)
  const rows = await session.all<R>(`${select} in ${selectJsonIds(session.dialect, '$1')}`, [
    toSqlJson(items.map(([id]) => id)),
  ])
  return { items: rows.toSorted((a, b) => a.id - b.id).map(toItem), next }
}
