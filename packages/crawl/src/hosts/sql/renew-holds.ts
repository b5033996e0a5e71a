import type { Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonRows, toSqlJson } from '@canonist/registry/internal/store/json-rows'

/** Extends the holds on hosts that still have these tokens; returns the tokens of those that do. */
export async function renewHolds(
  transaction: Transaction,
  held: readonly { readonly host: string; readonly token: number }[],
  until: number,
): Promise<Set<number>> {
  const rows = selectJsonRows(transaction.dialect, '$1', { host: 'text', token: 'integer' }, 'r')
  const renewed = await transaction.all<{ readonly token: number }>(
    `update host_clocks set held_until = $2, ready_at = $2
     where (host_id, held_by) in (select n.id, r.token from ${rows} join hosts n on n.host = r.host)
     returning held_by as token`,
    [toSqlJson(held.map(({ host, token }) => ({ host, token }))), until],
  )
  return new Set(renewed.map(({ token }) => token))
}
