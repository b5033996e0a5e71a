import type { Transaction } from '../../store/database.ts'

/** The ids of hosts, which are made where they are new. */
export async function writeHosts(transaction: Transaction, hosts: readonly string[]): Promise<number[]> {
  const inOrder = hosts.map((host, number) => [number, host] as const).toSorted((a, b) => (a[1] < b[1] ? -1 : 1))
  await transaction.stage('seen_hosts', 'number integer, host text', inOrder)
  await transaction.run('insert into hosts (host) select host from seen_hosts where true on conflict do nothing')
  const rows = await transaction.all<{ readonly number: number; readonly id: number }>(
    'select s.number, h.id from seen_hosts s join hosts h on h.host = s.host',
  )
  const ids: number[] = []
  for (const { number, id } of rows) ids[number] = id
  return ids
}
