import type { Session, Dialect, Transaction } from '../../store/database.ts'
import { computePrefixEnd, type NestedRange } from '../../store/read-ranges.ts'
import { toSqlJson, selectJsonRows } from '../../store/json-rows.ts'

/**
 * Reads and writes `hosts`, and is its only writer: the names of hosts and the ids by which other tables refer to them. Clocks, facts and
 * robots.txt files have their own tables.
 */

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

/** Adds a host if it is new. */
export async function addHost(session: Pick<Session, 'run'>, host: string): Promise<void> {
  await session.run('insert into hosts (host) values ($1) on conflict do nothing', [host])
}

/** Returns the ids of hosts by name; adds new hosts. */
export async function getHostIds(transaction: Transaction, names: Iterable<string>): Promise<Map<string, number>> {
  const list = [...new Set(names)].toSorted().map((host) => ({ host }))
  const rows = selectJsonRows(transaction.dialect, '$1', { host: 'text' }, 'r')
  const find = `select h.id, h.host from hosts h join ${rows} on r.host = h.host`
  const read = () => transaction.all<{ readonly id: number; readonly host: string }>(find, [toSqlJson(list)])
  let found = await read()
  if (found.length < list.length) {
    await transaction.run(`insert into hosts (host) select r.host from ${rows} where true on conflict do nothing`, [
      toSqlJson(list),
    ])
    found = await read()
  }
  return new Map(found.map(({ id, host }) => [host, id]))
}

/** The same for a long list: returns the ids in the order of the list. */
export async function getHostIdsInBulk(transaction: Transaction, hosts: readonly string[]): Promise<number[]> {
  await transaction.stage(
    'seen_hosts',
    'number integer, host text',
    hosts.map((host, number) => [number, host]),
  )
  await transaction.run(ADD_HOSTS[transaction.dialect])
  const rows = await transaction.all<{ readonly number: number; readonly id: number }>(
    'select s.number, h.id from seen_hosts s join hosts h on h.host = s.host',
  )
  const ids: number[] = []
  for (const { number, id } of rows) ids[number] = id
  return ids
}

// PostgreSQL: ids follow the list, but rows are inserted by name, so that two writers never deadlock.
const ADD_HOSTS: Readonly<Record<Dialect, string>> = {
  sqlite: 'insert into hosts (host) select host from seen_hosts where true on conflict do nothing',
  postgres: `insert into hosts (id, host) select n.id, n.host from (
      select nextval(pg_get_serial_sequence('hosts', 'id')) as id, s.host from (
        select s.host from seen_hosts s where not exists (select 1 from hosts h where h.host = s.host) order by s.number
      ) s
    ) n order by n.host on conflict do nothing`,
}

/** Adds the new hosts of a staged table. @param staged a table of ours with a column `host` */
export async function addStagedHosts(
  transaction: Transaction,
  staged: 'changed_pages' | 'made_pages' | 'restored',
): Promise<void> {
  await transaction.run(
    `insert into hosts (host) select distinct host from ${staged} where true order by host on conflict do nothing`,
  )
}

/**
 * Restores hosts that a rekey removed because they had no pages left, with their old ids unless another host has the id now. Reads
 * `restored`, the staged pages that are being restored.
 */
export async function restoreHosts(transaction: Transaction, runId: number): Promise<void> {
  await transaction.run(
    `insert into hosts (id, host) select l.host_id, r.host from restored r cross join rekey_pages l
     where l.run_id = $1 and l.page_id = r.page_id group by l.host_id, r.host order by l.host_id on conflict do nothing`,
    [runId],
  )
  await addStagedHosts(transaction, 'restored')
}

/** Every table that refers to hosts. If the frontier has URLs of a host, the host also has a row in `host_clocks`. */
const REFERRING = ['pages', 'host_facts', 'host_checks', 'host_clocks', 'host_robots'] as const

/**
 * Removes hosts that nothing refers to, after their pages have moved away. Only during a rekey, when no URL can be added: otherwise a host
 * could disappear while a page of it is being added.
 */
export async function removeEmptyHosts(transaction: Transaction): Promise<void> {
  const isUnused = REFERRING.map((table) => `id not in (select host_id from ${table})`).join(' and ')
  await transaction.run(`delete from hosts where ${isUnused}`)
  await transaction.run('delete from counts where host_id <> 0 and host_id not in (select id from hosts)')
}
