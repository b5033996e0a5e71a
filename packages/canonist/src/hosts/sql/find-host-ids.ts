import type { Transaction } from '../../store/database.ts'
import { jsonOf, jsonRows } from '../../store/json-rows.ts'

/** The ids of hosts by name; adds hosts that are new. */
export async function findHostIds(transaction: Transaction, names: Iterable<string>): Promise<Map<string, number>> {
  const list = [...new Set(names)].toSorted().map((host) => ({ host }))
  const rows = jsonRows(transaction.dialect, '$1', { host: 'text' }, 'r')
  const find = `select h.id, h.host from hosts h join ${rows} on r.host = h.host`
  const read = () => transaction.all<{ readonly id: number; readonly host: string }>(find, [jsonOf(list)])
  let found = await read()
  if (found.length < list.length) {
    await transaction.run(`insert into hosts (host) select r.host from ${rows} where true on conflict do nothing`, [
      jsonOf(list),
    ])
    found = await read()
  }
  return new Map(found.map(({ id, host }) => [host, id]))
}
