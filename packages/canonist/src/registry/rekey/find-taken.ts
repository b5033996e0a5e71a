import type { Transaction } from '../../store/database.ts'
import { storedHash } from '../stored-hash.ts'
import { hashText } from './hash-text.ts'
import { oneEach } from './one-each.ts'
import type { PlacedPage } from './place-page.ts'
import type { PortionTarget } from './portion-target.ts'
import type { Taken } from './settle-portion.ts'

/** The pages that have a key already which pages of the portion want. */
export async function findTaken(
  transaction: Transaction,
  placed: readonly PlacedPage[],
  { runId, policyId }: PortionTarget,
): Promise<Taken[]> {
  await transaction.stage('wanted_keys', 'key bytes', oneEach([...keysOf(placed)].map(storedHash)))
  const rows = await transaction.all<{
    readonly id: number
    readonly key: Uint8Array
    readonly merged_into: number | null
    readonly known: number | null
  }>(
    `select p.id, p.key, p.merged_into, l.page_id as known
     from wanted_keys w cross join pages p left join rekey_pages l on l.run_id = $2 and l.page_id = p.id
     where p.policy_id = $1 and p.key = w.key`,
    [policyId, runId],
  )
  return rows.map(({ id, key, merged_into, known }) => ({
    id,
    key: hashText(key),
    mergedInto: merged_into,
    isLeftOver: known === null,
  }))
}

function keysOf(placed: readonly PlacedPage[]): Set<string> {
  const keys = new Set<string>()
  for (const { heir, leaving } of placed) {
    if (heir !== null) keys.add(heir.key)
    for (const { goal } of leaving) keys.add(goal.key)
  }
  return keys
}
