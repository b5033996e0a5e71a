import type { Session } from '@canonist/registry/internal/store/database'
import { computePrefixEnd } from '@canonist/registry/internal/store/read-ranges'
import { SqlValues } from '@canonist/registry/internal/store/sql-values'
import { HOST_SUBJECT } from './count-changes.ts'
import { matchCounterName, type CounterName } from './list-host-reasons.ts'

/** The number of URLs on all hosts whose names begin with `start`, from their counters. */
export async function countHostsUrls(session: Session, start: string, name: CounterName): Promise<number> {
  const values = new SqlValues([HOST_SUBJECT, start, computePrefixEnd(start)])
  const conditions = ['h.host >= $2', 'h.host < $3', 'c.subject = $1', ...matchCounterName(name, values)]
  const [row] = await session.all<{ readonly urls: number | null }>(
    `select sum(c.count) as urls from hosts h join counts c on c.host_id = h.id where ${conditions.join(' and ')}`,
    values.list,
  )
  return row?.urls ?? 0
}
