import type { Transaction } from '../../store/database.ts'

/** @param staged one of our own tables that have a column `host` */
export async function addHosts(
  transaction: Transaction,
  staged: 'changed_pages' | 'made_pages' | 'restored',
): Promise<void> {
  await transaction.run(
    `insert into hosts (host) select distinct host from ${staged} where true order by host on conflict do nothing`,
  )
}
