import type { Session } from '../database.ts'
import { SqlValues } from '../sql-values.ts'

/** What one host has of the counters that hosts are ranked by. */
export interface RankedHost {
  readonly host: string
  readonly total: number
  readonly counts: Readonly<Record<string, number>>
}

export interface HostRanking {
  /** Those with the highest totals, the highest first. */
  readonly hosts: readonly RankedHost[]
  /** How many hosts have a total above 0, and the counts of all of them together. */
  readonly all: { readonly hosts: number; readonly counts: Readonly<Record<string, number>> }
}

export interface RankOptions {
  readonly subject: string
  /** Counters whose names begin like this. */
  readonly prefixes: readonly string[]
  readonly limit: number
}

interface RankedRow {
  readonly host: string
  readonly name: string
  readonly count: number
  readonly total: number
}

/** Ranks the hosts by counters. Reads the counters of all hosts, so its cost grows with the number of hosts, but not with that of URLs. */
export async function rankHosts(session: Session, { subject, prefixes, limit }: RankOptions): Promise<HostRanking> {
  const values = new SqlValues([subject])
  const names = prefixes.map((prefix) => `substr(name, 1, ${prefix.length}) = ${values.put(prefix)}`)
  const counted = `counted as materialized (select host_id, name, sum(count) as count from counts
    where host_id > 0 and subject = $1 and (${names.join(' or ')}) group by host_id, name having sum(count) > 0)`
  const rows = await session.all<RankedRow>(
    `with ${counted}, worst as (select host_id, sum(count) as total from counted group by host_id
       order by sum(count) desc, host_id limit ${limit})
     select h.host, c.name, c.count, w.total from worst w join counted c on c.host_id = w.host_id
       join hosts h on h.id = w.host_id order by w.total desc, w.host_id, c.name`,
    values.list,
  )
  const all = await session.all<{ readonly name: string; readonly count: number }>(
    `with ${counted} select name, sum(count) as count from counted group by name
     union all select '', count(distinct host_id) from counted order by name`,
    values.list,
  )
  const [{ count: hosts } = { count: 0 }, ...counts] = all
  return { hosts: groupByHost(rows), all: { hosts, counts: toRecord(counts) } }
}

const groupByHost = (rows: readonly RankedRow[]): RankedHost[] =>
  [...Map.groupBy(rows, ({ host }) => host)].map(([host, counts]) => ({
    host,
    total: counts[0]?.total ?? 0,
    counts: toRecord(counts),
  }))

const toRecord = (counts: readonly { readonly name: string; readonly count: number }[]): Record<string, number> =>
  Object.fromEntries(counts.map(({ name, count }) => [name, count]))
