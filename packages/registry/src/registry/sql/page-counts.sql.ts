import type { Counter, Transaction, Value } from '../../store/database.ts'
import { formatRowLock } from '../../store/row-lock.ts'

/** Keeps the stored counts of pages right. Only `pages-write.sql.ts` uses it. */

/** How many pages share a host, a link type and a verdict. */
export interface PageTally {
  readonly host_id: number
  readonly link_type: string
  readonly verdict: string | null
  readonly pages: number
}

export const TALLY = 'host_id, link_type, verdict'

/**
 * Changes pages and updates the stored counts, which include only pages that are not merged: subtracts the pages before the change and adds
 * them after it. The pages are locked, so no other transaction changes them in between.
 *
 * @param ids our own SQL: a select of their ids, in parentheses, with its `values`
 */
export async function changeAndRecount(
  transaction: Transaction,
  ids: string,
  values: readonly Value[],
  change: () => Promise<unknown>,
): Promise<void> {
  countPages(transaction, await tallyPages(transaction, ids, values, formatRowLock(transaction.dialect)), -1)
  await change()
  countPages(transaction, await tallyPages(transaction, ids, values, ''), 1)
}

export const tallyPages = (
  transaction: Transaction,
  ids: string,
  values: readonly Value[],
  lock: string,
): Promise<PageTally[]> =>
  transaction.all<PageTally>(
    `select ${TALLY}, count(*) as pages
     from (select ${TALLY}, merged_into from pages where id in ${ids} order by id${lock}) found
     where merged_into is null group by ${TALLY}`,
    values,
  )

export function countPages(transaction: Transaction, tallies: readonly PageTally[], sign: 1 | -1): void {
  for (const { host_id: hostId, link_type, verdict, pages } of tallies) {
    countBoth(transaction, hostId, { subject: 'pages', name: link_type }, sign * pages)
    if (verdict !== null) countBoth(transaction, hostId, { subject: 'verdicts', name: verdict }, sign * pages)
  }
}

function countBoth(transaction: Transaction, hostId: number, counter: Counter, by: number): void {
  transaction.count(counter, by)
  transaction.count({ ...counter, hostId }, by)
}
