import type { Dialect, Transaction } from '../../store/database.ts'

/** The ids of hosts, which are made where they are new: in the order of the list. */
export async function writeHosts(transaction: Transaction, hosts: readonly string[]): Promise<number[]> {
  await transaction.stage(
    'seen_hosts',
    'number integer, host text',
    hosts.map((host, number) => [number, host]),
  )
  await transaction.run(MAKE_HOSTS[transaction.dialect])
  const rows = await transaction.all<{ readonly number: number; readonly id: number }>(
    'select s.number, h.id from seen_hosts s join hosts h on h.host = s.host',
  )
  const ids: number[] = []
  for (const { number, id } of rows) ids[number] = id
  return ids
}

// PostgreSQL: ids in the order of the list, but rows in the order of the names, so that two writers never wait for each other.
const MAKE_HOSTS: Readonly<Record<Dialect, string>> = {
  sqlite: 'insert into hosts (host) select host from seen_hosts where true on conflict do nothing',
  postgres: `insert into hosts (id, host) select n.id, n.host from (
      select nextval(pg_get_serial_sequence('hosts', 'id')) as id, s.host from (
        select s.host from seen_hosts s where not exists (select 1 from hosts h where h.host = s.host) order by s.number
      ) s
    ) n order by n.host on conflict do nothing`,
}
