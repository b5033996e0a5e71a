import type { Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'

/** A host that went down, and the state that its URLs get. */
export interface SpreadingHost {
  readonly host_id: number
  readonly reason: string
  readonly spreads: 'retry' | 'dead'
}

/** Locks the first host whose state must be spread to its URLs; null if there is none. */
export async function lockSpreadingHost(transaction: Transaction): Promise<SpreadingHost | null> {
  const lock = transaction.dialect === 'postgres' ? ' for update skip locked' : ''
  const [host] = await transaction.all<SpreadingHost>(
    `select host_id, reason, spreads from host_clocks where spreads is not null order by host_id limit 1${lock}`,
  )
  return host ?? null
}

/** URLs of the host that do not have its state yet. */
export async function findUnspreadIds(
  transaction: Transaction,
  { host_id, reason, spreads }: SpreadingHost,
  limit: number,
): Promise<number[]> {
  const urls = await transaction.all<{ readonly page_id: number }>(
    `select page_id from frontier_urls where host_id = $1 and due_at is not null and lease_token is null
       and state in ('pending', 'retry') and (state <> $2 or reason is null or reason <> $3) limit ${limit}`,
    [host_id, spreads, reason],
  )
  return urls.map(({ page_id }) => page_id)
}

/** Records that all URLs of the host have its state. */
export async function endSpreading(transaction: Transaction, { host_id }: SpreadingHost): Promise<void> {
  await transaction.run('update host_clocks set spreads = null where host_id = $1', [host_id])
}

export async function spreadToUrls(
  transaction: Transaction,
  { reason, spreads }: SpreadingHost,
  ids: readonly number[],
): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = $2, reason = $3, due_at = ${spreads === 'dead' ? 'null' : 'due_at'}
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids), spreads, reason],
  )
}
