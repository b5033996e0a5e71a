import type { Transaction } from '../../store/database.ts'
import type { CanonicalUrl, FetchUrl, KeyBytes, RawUrl } from '@canonist/core/internal/text/stages'
import { toSingleColumn } from '../rekey/single-column.ts'

/** Reads what one portion of a rekey needs. Cross joins make SQLite start with the staged table, which is the small one. */

export interface PortionPageRow {
  readonly id: number
  readonly key: KeyBytes
  readonly canonical_url: CanonicalUrl
  readonly fetch_url: FetchUrl
  readonly merged_into: number | null
}

/** Reads the next pages of a policy, in the order of their ids. */
export function readPortionPages(
  transaction: Transaction,
  policyId: number,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<PortionPageRow[]> {
  // The plus keeps both databases from reading all pages of the policy by its index and sorting them for each portion.
  return transaction.all<PortionPageRow>(
    `select id, key, canonical_url, fetch_url, merged_into from pages
     where +policy_id = $1 and id > $2 order by id limit $3`,
    [policyId, after, most],
  )
}

export interface PortionAliasRow {
  readonly page_id: number
  readonly raw_hash: Uint8Array
  readonly raw_url: RawUrl
  readonly evidence: string
  readonly own_key: KeyBytes | null
}

/** Sorts before all hashes. */
const FIRST_HASH = new Uint8Array()

/** Reads the aliases of pages in order; of the page `pageId` only those after `rawHash`. */
export async function readPortionAliases(
  transaction: Transaction,
  pageIds: readonly number[],
  { pageId, rawHash }: { readonly pageId: number; readonly rawHash: Uint8Array | null },
  most: number,
): Promise<PortionAliasRow[]> {
  await transaction.stage('portion_pages', 'id integer primary key', toSingleColumn(pageIds))
  return transaction.all<PortionAliasRow>(
    `select a.page_id, a.raw_hash, a.raw_url, a.evidence, a.own_key
     from portion_pages b cross join aliases a
     where a.page_id = b.id and (b.id > $1 or a.raw_hash > $2) order by a.page_id, a.raw_hash limit $3`,
    [pageId, rawHash ?? FIRST_HASH, most],
  )
}

export interface KeyOwnerRow {
  readonly id: number
  readonly key: KeyBytes
  readonly merged_into: number | null
  /** The page in the log of the run; null if the run has not seen it. */
  readonly known: number | null
}

/** Finds the pages of a policy that have one of these keys. */
export async function findKeyOwnerRows(
  transaction: Transaction,
  keys: Iterable<KeyBytes>,
  { runId, policyId }: { readonly runId: number; readonly policyId: number },
): Promise<KeyOwnerRow[]> {
  await transaction.stage('wanted_keys', 'key bytes', toSingleColumn(keys))
  return transaction.all<KeyOwnerRow>(
    `select p.id, p.key, p.merged_into, l.page_id as known
     from wanted_keys w cross join pages p left join rekey_pages l on l.run_id = $2 and l.page_id = p.id
     where p.policy_id = $1 and p.key = w.key`,
    [policyId, runId],
  )
}
