import type { Transaction } from '../../store/database.ts'
import { STORED_BYTES } from '../stored-hash.ts'
import { readJsonArray } from './read-json-array.ts'

/** Aliases by their primary key. */
export interface AliasKeys {
  readonly pageIds: readonly number[]
  /** The raw hash of each alias, one after the other, which SQLite takes as one value. */
  readonly rawHashes: Uint8Array
}

/** Finds the aliases that are stored already; returns their indexes. For SQLite. */
export async function findKnownAliases(
  transaction: Transaction,
  { pageIds, rawHashes }: AliasKeys,
): Promise<ReadonlySet<number>> {
  const found = await readJsonArray<number>(
    transaction,
    `select json_group_array(s.key) as found from json_each($1) s where exists (
       select 1 from aliases a where a.page_id = s.value and a.raw_hash = substr($2, s.key * ${STORED_BYTES} + 1, ${STORED_BYTES})
     )`,
    [JSON.stringify(pageIds), rawHashes],
  )
  return new Set(found)
}
