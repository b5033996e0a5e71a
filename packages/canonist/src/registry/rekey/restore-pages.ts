import type { Transaction } from '../../store/database.ts'
import { parseHost } from '../spelling.ts'
import { restoreAliases } from '../sql/write-aliases.ts'
import { restoreHosts } from '../sql/write-host-names.ts'
import { removePages, restorePages as restoreRows } from '../sql/write-pages.ts'
import type { CanonicalUrl } from '../../text/stages.ts'

/**
 * Restores the next pages of a run with their aliases; returns how many. Restored pages are deleted from the log, so the log is also the list
 * of remaining work.
 */
export async function restorePages(transaction: Transaction, runId: number, most: number): Promise<number> {
  const rows = await transaction.all<{ readonly page_id: number; readonly canonical_url: CanonicalUrl }>(
    'select page_id, canonical_url from rekey_pages where run_id = $1 and policy_id is not null order by page_id limit $2',
    [runId, most],
  )
  if (rows.length === 0) return 0
  await transaction.stage(
    'restored',
    'page_id integer primary key, host text',
    rows.map(({ page_id, canonical_url }) => [page_id, parseHost(canonical_url)]),
  )
  await restoreHosts(transaction, runId)
  await restoreAliases(transaction, runId)
  await restoreRows(transaction, runId)
  await transaction.run('delete from rekey_aliases where run_id = $1 and page_id in (select page_id from restored)', [
    runId,
  ])
  await transaction.run('delete from rekey_pages where run_id = $1 and page_id in (select page_id from restored)', [
    runId,
  ])
  return rows.length
}

/** Removes the next pages that the run created; by then they have no aliases. */
export async function removeNewPages(transaction: Transaction, runId: number, most: number): Promise<number> {
  const rows = await transaction.all<{ readonly page_id: number }>(
    'select page_id from rekey_pages where run_id = $1 order by page_id limit $2',
    [runId, most],
  )
  if (rows.length === 0) return 0
  await transaction.stage(
    'made',
    'page_id integer primary key',
    rows.map(({ page_id }) => [page_id]),
  )
  await removePages(transaction)
  await transaction.run('delete from rekey_pages where run_id = $1 and page_id in (select page_id from made)', [runId])
  return rows.length
}
