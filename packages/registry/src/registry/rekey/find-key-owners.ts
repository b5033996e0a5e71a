import type { Transaction } from '../../store/database.ts'
import { toKeyBytes, toKeyText } from '../keys.ts'
import { findKeyOwnerRows } from '../sql/rekey.sql.ts'
import type { PlacedPage } from './place-page.ts'
import type { PortionContext } from './portion-context.ts'
import type { KeyOwner } from './assign-keys.ts'
import type { KeyText } from '@canonist/core/internal/text/stages'

/** Finds the pages that already have one of the new keys of the portion. */
export async function findKeyOwners(
  transaction: Transaction,
  placed: readonly PlacedPage[],
  context: PortionContext,
): Promise<KeyOwner[]> {
  const keys = [...listWantedKeys(placed)].map(toKeyBytes)
  const rows = await findKeyOwnerRows(transaction, keys, context)
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
