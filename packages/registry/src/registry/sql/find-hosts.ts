import type { Session } from '../../store/database.ts'
import { computePrefixEnd, type NestedRange } from '../../store/read-ranges.ts'

/** Finds the id of a host; null if the host is unknown. */
export async function findHostId(session: Session, host: string): Promise<number | null> {
  const [row] = await session.all<{ readonly id: number }>('select id from hosts where host = $1', [host])
  return row?.id ?? null
}

/** The hosts `h` with a prefix, as the outer rows of a list. The list's own values start with `$3`. */
export const selectHostsByPrefix = (
  start: string,
): Pick<NestedRange, 'outer' | 'by' | 'outerWhere' | 'outerValues'> => ({
  outer: 'hosts h',
  by: 'h.host',
  outerWhere: 'h.host >= $1 and h.host < $2',
  outerValues: [start, computePrefixEnd(start)],
})
