import type { Session } from '../database.ts'
import { ALL_HOSTS } from './write-counts.ts'

/** Reads the counts of a subject by name, without those that are 0. */
export async function readCounts(
  session: Session,
  subject: string,
  hostId: number = ALL_HOSTS,
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.all<{ readonly name: string; readonly count: number }>(
    `select name, sum(count) as count from counts where host_id = $1 and subject = $2
     group by name having sum(count) <> 0 order by name`,
    [hostId, subject],
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Reads the total of a subject over all names. */
export async function readTotal(session: Session, subject: string, hostId?: number): Promise<number> {
  let total = 0
  for (const count of (await readCounts(session, subject, hostId)).values()) total += count
  return total
}
