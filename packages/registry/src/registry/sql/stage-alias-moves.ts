import type { Transaction } from '../../store/database.ts'

/**
 * Stages `alias_moves`: the aliases in `leaving` go to the pages with their keys, and all other aliases of the pages in `merging` go to their
 * roots. Cross joins make SQLite start with the staged table, which is the small one.
 */
export async function stageAliasMoves(transaction: Transaction, policyId: number): Promise<void> {
  await transaction.stage('alias_moves', 'page_id integer, raw_hash bytes, moved_to integer', [])
  await transaction.run(
    `insert into alias_moves select l.page_id, l.raw_hash, p.id
     from leaving l cross join pages p where p.policy_id = $1 and p.key = l.key`,
    [policyId],
  )
  await transaction.run(
    `insert into alias_moves select a.page_id, a.raw_hash, m.root from merging m cross join aliases a
     where a.page_id = m.page_id and not exists (select 1 from leaving l where l.page_id = a.page_id and l.raw_hash = a.raw_hash)`,
  )
}
