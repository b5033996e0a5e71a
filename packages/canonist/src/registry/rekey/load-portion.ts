import type { Transaction } from '../../store/database.ts'
import type { Cursor, PortionLimits } from './cursor.ts'
import type { TargetPage } from './target-page.ts'
import type { CanonicalUrl, FetchUrl, RawUrl, KeyBytes } from '../../text/stages.ts'

export interface AliasToPlace {
  readonly rawHash: Uint8Array
  readonly rawUrl: RawUrl
  readonly evidence: string
  readonly ownKey: KeyBytes | null
}

/** A page that still has its key of the old policy. */
export interface PageToPlace {
  readonly id: number
  readonly key: KeyBytes
  readonly canonicalUrl: CanonicalUrl
  readonly fetchUrl: FetchUrl
  readonly mergedInto: number | null
  readonly aliases: readonly AliasToPlace[]
  /** False while there are more aliases than fit into a portion. */
  readonly isComplete: boolean
  /** The target that an earlier portion chose for this page. */
  readonly successor: TargetPage | null
}

export interface Portion {
  readonly pages: readonly PageToPlace[]
  /** The position after this portion. */
  readonly last: { readonly pageId: number; readonly rawHash: Uint8Array | null }
}

/** Loads the next pages of a policy, in the order of their ids; null after the last one. */
export async function loadPortion(
  transaction: Transaction,
  policyId: number,
  cursor: Cursor,
  limits: PortionLimits,
): Promise<Portion | null> {
  const pages = await readPages(transaction, policyId, cursor, limits.pages)
  const last = pages.at(-1)
  if (last === undefined) return null
  const aliases = await readAliases(transaction, pages, cursor, limits.aliases)
  const cut = aliases.length < limits.aliases ? null : (aliases.at(-1) ?? null)
  const byPage = groupByPage(aliases)
  const portion = pages.filter(({ id }) => cut === null || id <= cut.page_id)
  const isShell = ({ id, merged_into }: PageRow): boolean =>
    merged_into !== null && !byPage.has(id) && id !== cursor.pageId
  return {
    // A merged page without aliases, left over from an earlier rekey, has nothing to move.
    pages: portion
      .filter((row) => !isShell(row))
      .map((row) => ({
        id: row.id,
        key: row.key,
        canonicalUrl: row.canonical_url,
        fetchUrl: row.fetch_url,
        mergedInto: row.merged_into,
        aliases: byPage.get(row.id) ?? [],
        isComplete: row.id !== cut?.page_id,
        successor: row.id === cursor.pageId ? cursor.successor : null,
      })),
    last: cut === null ? { pageId: last.id, rawHash: null } : { pageId: cut.page_id, rawHash: cut.raw_hash },
  }
}

interface PageRow {
  readonly id: number
  readonly key: KeyBytes
  readonly canonical_url: CanonicalUrl
  readonly fetch_url: FetchUrl
  readonly merged_into: number | null
}

function readPages(
  transaction: Transaction,
  policyId: number,
  { pageId, rawHash }: Cursor,
  most: number,
): Promise<PageRow[]> {
  // The plus keeps both databases from reading all pages of the policy by its index and sorting them for each portion.
  return transaction.all<PageRow>(
    `select id, key, canonical_url, fetch_url, merged_into from pages
     where +policy_id = $1 and id > $2 order by id limit $3`,
    [policyId, rawHash === null ? pageId : pageId - 1, most],
  )
}

interface AliasRow {
  readonly page_id: number
  readonly raw_hash: Uint8Array
  readonly raw_url: RawUrl
  readonly evidence: string
  readonly own_key: KeyBytes | null
}

async function readAliases(
  transaction: Transaction,
  pages: readonly PageRow[],
  { pageId, rawHash }: Cursor,
  most: number,
): Promise<AliasRow[]> {
  await transaction.stage(
    'portion_pages',
    'id integer primary key',
    pages.map(({ id }) => [id]),
  )
  return transaction.all<AliasRow>(
    `select a.page_id, a.raw_hash, a.raw_url, a.evidence, a.own_key
     from portion_pages b cross join aliases a
     where a.page_id = b.id and (b.id > $1 or a.raw_hash > $2) order by a.page_id, a.raw_hash limit $3`,
    [pageId, rawHash ?? EVERY_HASH, most],
  )
}

function groupByPage(aliases: readonly AliasRow[]): Map<number, AliasToPlace[]> {
  const byPage = new Map<number, AliasToPlace[]>()
  for (const row of aliases) {
    const group = byPage.get(row.page_id)
    if (group === undefined) byPage.set(row.page_id, [toAlias(row)])
    else group.push(toAlias(row))
  }
  return byPage
}

const EVERY_HASH = new Uint8Array()

function toAlias({ raw_hash, raw_url, evidence, own_key }: AliasRow): AliasToPlace {
  return { rawHash: raw_hash, rawUrl: raw_url, evidence, ownKey: own_key }
}
