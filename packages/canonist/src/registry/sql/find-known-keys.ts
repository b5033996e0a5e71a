import type { Transaction } from '../../store/database.ts'

/** Keys at equal distances in one array of bytes, which SQLite takes as one value. */
export interface KeyColumn {
  readonly bytes: Uint8Array
  /** The distance from one key to the next. */
  readonly stride: number
  readonly keyLength: number
}

/** The fields of a known page that the next import may change. */
export interface KnownPage {
  readonly lastSeen: number
  readonly fetchUrl: string
}

type KnownRow = readonly [index: number, lastSeen: number, fetchUrl: string]

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
  const byAlias = await readJson<number>(
    transaction,
    `select json_group_array(value) as found from json_each($1)
     where exists (select 1 from aliases a where a.own_key = ${key})`,
    values,
  )
  const byPage = await readJson<KnownRow>(
    transaction,
    `select json_group_array(json_array(value, p.last_seen, p.fetch_url)) as found from json_each($1) cross join pages p
     where p.policy_id = $3 and p.key = ${key}`,
    [...values, policyId],
  )
  const known = new Map<number, KnownPage | null>(byAlias.map((index) => [index, null]))
  for (const [index, lastSeen, fetchUrl] of byPage) known.set(index, { lastSeen, fetchUrl })
  return known
}

/** One JSON value costs less than a row for each key. */
async function readJson<T>(
  transaction: Transaction,
  sql: string,
  values: readonly (string | number | Uint8Array)[],
): Promise<T[]> {
  const [row] = await transaction.all<{ readonly found: string }>(sql, values)
  return JSON.parse(row?.found ?? '[]') as T[]
}
