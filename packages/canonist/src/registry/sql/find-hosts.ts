import type { Session } from '../../store/database.ts'
import { computePrefixEnd, type NestedRange } from '../../store/read-ranges.ts'

/** The id of a host; null where nothing is known of it. */
export async function findHostId(session: Session, host: string): Promise<number | null> {
  const [row] = await session.all<{ readonly id: number }>('select id from hosts where host = $1', [host])
  return row?.id ?? null
}

/** The hosts `h` whose names begin so, as the outer rows of a list; its own values begin with `$3`. */
export const selectHostsByPrefix = (
  start: string,
): Pick<NestedRange, 'outer' | 'by' | 'outerWhere' | 'outerValues'> => ({
  outer: 'hosts h',
  by: 'h.host',
  outerWhere: 'h.host >= $1 and h.host < $2',
  outerValues: [start, computePrefixEnd(start)],
})
