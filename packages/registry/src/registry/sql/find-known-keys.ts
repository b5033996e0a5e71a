import type { Transaction } from '../../store/database.ts'
import { readJsonArray } from './read-json-array.ts'

/** Keys at equal distances in one array of bytes, which SQLite takes as one value. */
export interface KeyColumn {
  readonly bytes: Uint8Array
  /** The distance from one key to the next. */
  readonly stride: number
  readonly keyLength: number
}

/** The fields of a known page that the next import needs or may change. */
export interface KnownPage {
  readonly id: number
  readonly lastSeen: number
  readonly fetchUrl: string
}

type KnownRow = readonly [index: number, id: number, lastSeen: number, fetchUrl: string]

/**
 * Finds the keys that already lead to a page; returns them by index, with null for a key that leads to a page only by an alias. For SQLite.
 *
 * @param order the indexes to look up. In the order of their keys, SQLite reads each part of its index only once.
 */
export async function findKnownKeys(
  transaction: Transaction,
  policyId: number,
  { bytes, stride, keyLength }: KeyColumn,
  order: readonly number[],
): Promise<Map<number, KnownPage | null>> {
  const key = `substr($2, value * ${stride} + 1, ${keyLength})`
  const values = [JSON.stringify(order), bytes]
  const byAlias = (await hasOwnKeys(transaction))
    ? await readJsonArray<number>(
        transaction,
        `select json_group_array(value) as found from json_each($1)
         where exists (select 1 from aliases a where a.own_key = ${key})`,
        values,
      )
    : []
  const byPage = await readJsonArray<KnownRow>(
    transaction,
    `select json_group_array(json_array(value, p.id, p.last_seen, p.fetch_url)) as found from json_each($1) cross join pages p
     where p.policy_id = $3 and p.key = ${key}`,
    [...values, policyId],
  )
  const known = new Map<number, KnownPage | null>(byAlias.map((index) => [index, null]))
  for (const [index, id, lastSeen, fetchUrl] of byPage) known.set(index, { id, lastSeen, fetchUrl })
  return known
}

/** Whether any alias has a key of its own. Without redirects and equal content none has, and no key needs to be looked up there. */
async function hasOwnKeys(transaction: Transaction): Promise<boolean> {
  const found = await transaction.all('select 1 from aliases where own_key is not null limit 1')
  return found.length > 0
}
