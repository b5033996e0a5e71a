import type { Transaction } from '../../store/database.ts'
import { toKeyBytes, toKeyText } from '../keys.ts'
import { toSingleColumn } from './single-column.ts'
import type { PlacedPage } from './place-page.ts'
import type { PortionContext } from './portion-context.ts'
import type { KeyOwner } from './assign-keys.ts'
import type { KeyBytes, KeyText } from '../../text/stages.ts'

/** Finds the pages that already have one of the new keys of the portion. */
export async function findKeyOwners(
  transaction: Transaction,
  placed: readonly PlacedPage[],
  { runId, policyId }: PortionContext,
): Promise<KeyOwner[]> {
  await transaction.stage('wanted_keys', 'key bytes', toSingleColumn([...listWantedKeys(placed)].map(toKeyBytes)))
  const rows = await transaction.all<{
    readonly id: number
    readonly key: KeyBytes
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
    key: toKeyText(key),
    mergedInto: merged_into,
    isLeftOver: known === null,
  }))
}

function listWantedKeys(placed: readonly PlacedPage[]): Set<KeyText> {
  const keys = new Set<KeyText>()
  for (const { successor, leaving } of placed) {
    if (successor !== null) keys.add(successor.key)
    for (const { target } of leaving) keys.add(target.key)
  }
  return keys
}
