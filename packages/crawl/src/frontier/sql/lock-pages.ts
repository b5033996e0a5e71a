import type { Transaction, Value } from '@canonist/registry/internal/store/database'
import { formatRowLock } from '@canonist/registry/internal/store/row-lock'

/**
 * Locks pages before they are queued, so that each is queued once. In a partitioned queue no index can ensure it: a unique index must
 * contain the host, and a redirect moves a URL to another host. So whoever queues a page locks it first, and then looks in all partitions
 * whether it is queued; a second process that wants to queue it waits here, and then finds it, wherever it is by then.
 *
 * Pages that this transaction has written are locked already. SQLite has one writer and needs no lock.
 *
 * @param ids our own SQL: a select of ids, in parentheses
 */
export async function lockPages(transaction: Transaction, ids: string, values: readonly Value[] = []): Promise<void> {
  if (transaction.dialect === 'sqlite') return
  await transaction.all(
    `select 1 from pages where id in ${ids} and xmin <> pg_current_xact_id()::xid order by id${formatRowLock('postgres')}`,
    values,
  )
}
