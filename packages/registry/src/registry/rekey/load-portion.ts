import type { Transaction } from '../../store/database.ts'
import { readPortionAliases, readPortionPages, type PortionAliasRow, type PortionPageRow } from '../sql/rekey.sql.ts'
import type { Cursor, PortionLimits } from './cursor.ts'
import type { TargetPage } from './target-page.ts'
import type { CanonicalUrl, FetchUrl, RawUrl, KeyBytes } from '@canonist/core/internal/text/stages'

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
  // A page whose aliases did not fit into the previous portion is read again.
  const after = cursor.rawHash === null ? cursor.pageId : cursor.pageId - 1
  const pages = await readPortionPages(transaction, policyId, { after, most: limits.pages })
  const last = pages.at(-1)
  if (last === undefined) return null
  const ids = pages.map(({ id }) => id)
  const aliases = await readPortionAliases(transaction, ids, cursor, limits.aliases)
  const cut = aliases.length < limits.aliases ? null : (aliases.at(-1) ?? null)
  const byPage = groupByPage(aliases)
  const portion = pages.filter(({ id }) => cut === null || id <= cut.page_id)
  const isShell = ({ id, merged_into }: PortionPageRow): boolean =>
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

function groupByPage(aliases: readonly PortionAliasRow[]): Map<number, AliasToPlace[]> {
  const byPage = new Map<number, AliasToPlace[]>()
  for (const row of aliases) {
    const group = byPage.get(row.page_id)
    if (group === undefined) byPage.set(row.page_id, [toAlias(row)])
    else group.push(toAlias(row))
  }
  return byPage
}

function toAlias({ raw_hash, raw_url, evidence, own_key }: PortionAliasRow): AliasToPlace {
  return { rawHash: raw_hash, rawUrl: raw_url, evidence, ownKey: own_key }
}
