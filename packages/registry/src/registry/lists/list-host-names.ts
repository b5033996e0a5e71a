import type { Session } from '../../store/database.ts'
import { readCursor, readLimit, toPart, type ListPart, type PartOptions } from '../../store/list-part.ts'
import { computePrefixEnd, readRanges } from '../../store/read-ranges.ts'
import { SqlValues } from '../../store/sql-values.ts'

export interface HostListFilter {
  /** The beginning of a name, because an index cannot find a part in the middle. */
  readonly q?: string | undefined
}

/** Lists the names of all hosts in alphabetical order. */
export async function listHostNames(
  session: Session,
  { q = '' }: HostListFilter,
  options: PartOptions,
): Promise<ListPart<string>> {
  const [limit, values, start] = [readLimit(options), new SqlValues(), q.toLowerCase()]
  const bounds = start === '' ? undefined : { from: values.put(start), to: values.put(computePrefixEnd(start)) }
  const after = readCursor(options, ['text'])
  const keys = await readRanges(session, [{ keys: ['host'], from: 'hosts', bounds }], {
    after,
    limit: limit + 1,
    values,
  })
  const { items, next } = toPart(keys, limit, (key) => key)
  return { items: items.map(([name]) => String(name)), next }
}
