import type { Transaction } from '../../store/database.ts'
import { toKeyBytes, toKeyText } from '../keys.ts'
import { oneEach } from './one-each.ts'
import type { PlacedPage } from './place-page.ts'
import type { PortionTarget } from './portion-target.ts'
import type { Taken } from './settle-portion.ts'
import type { KeyBytes, KeyText } from '../../text/stages.ts'

/** The pages that have a key already which pages of the portion want. */
export async function findTaken(
  transaction: Transaction,
  placed: readonly PlacedPage[],
  { runId, policyId }: PortionTarget,
): Promise<Taken[]> {
  await transaction.stage('wanted_keys', 'key bytes', oneEach([...wantedKeys(placed)].map(toKeyBytes)))
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

function wantedKeys(placed: readonly PlacedPage[]): Set<KeyText> {
  const keys = new Set<KeyText>()
  for (const { heir, leaving } of placed) {
    if (heir !== null) keys.add(heir.key)
    for (const { goal } of leaving) keys.add(goal.key)
  }
  return keys
}
