import type { Transaction } from '../../store/database.ts'
import { parseHost } from '../spelling.ts'
import { forgetRemovedPages, forgetRestoredPages, listPagesToRemove, listPagesToRestore } from '../sql/rekey.sql.ts'
import { restoreAliases } from '../sql/aliases-write.sql.ts'
import { restoreHosts } from '../sql/hosts.sql.ts'
import { removePages, restorePages as restoreRows } from '../sql/pages-write.sql.ts'
import { toSingleColumn } from './single-column.ts'

/**
 * Restores the next pages of a run with their aliases; returns how many. Restored pages are deleted from the log, so the log is also the list
 * of remaining work.
 */
export async function restorePages(transaction: Transaction, runId: number, most: number): Promise<number> {
  const pages = await listPagesToRestore(transaction, runId, most)
  if (pages.length === 0) return 0
  await transaction.stage(
    'restored',
    'page_id integer primary key, host text',
    pages.map(({ id, canonicalUrl }) => [id, parseHost(canonicalUrl)]),
  )
  await restoreHosts(transaction, runId)
  await restoreAliases(transaction, runId)
  await restoreRows(transaction, runId)
  await forgetRestoredPages(transaction, runId)
  return pages.length
}

/** Removes the next pages that the run created; by then they have no aliases. */
export async function removeNewPages(transaction: Transaction, runId: number, most: number): Promise<number> {
  const ids = await listPagesToRemove(transaction, runId, most)
  if (ids.length === 0) return 0
  await transaction.stage('made', 'page_id integer primary key', toSingleColumn(ids))
  await removePages(transaction)
  await forgetRemovedPages(transaction, runId)
  return ids.length
}
