import { Buffer } from 'node:buffer'
import { toKeyText, toStoredHex } from '@canonist/registry/internal/registry/keys'
import type { Session } from '@canonist/registry/internal/store/database'
import { selectJsonIds, selectJsonRows, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { FetchUrl, KeyBytes, KeyText } from '@canonist/core/internal/text/stages'

// What the queue reads of the pages of the registry.

/** The page that a key belongs or leads to, and the page that it was merged into (`root`; itself if not merged). */
export interface KeyOwner {
  readonly id: number
  readonly root: number
}

interface OwnerRow extends KeyOwner {
  readonly key: KeyBytes
}

/** The owners of keys. The page whose own key it is goes before pages that the key leads to; of these, the oldest goes first. */
export async function findKeyOwners(
  session: Session,
  policyId: number,
  keys: Iterable<KeyText>,
): Promise<Map<KeyText, KeyOwner>> {
  const list = toSqlJson([...new Set(keys)].map((key) => ({ key: toStoredHex(key) })))
  if (list === '[]') return new Map()
  const wanted = selectJsonRows(session.dialect, '$1', { key: 'bytes' }, 'r')
  const led = await session.all<OwnerRow>(
    `select a.own_key as key, p.id, coalesce(p.merged_into, p.id) as root
     from ${wanted} cross join aliases a cross join pages p
     where a.own_key = r.key and p.id = a.page_id order by a.page_id desc`,
    [list],
  )
  const own = await session.all<OwnerRow>(
    `select p.key, p.id, coalesce(p.merged_into, p.id) as root
     from ${wanted} cross join pages p where p.policy_id = $2 and p.key = r.key`,
    [list, policyId],
  )
  return new Map([...led, ...own].map(({ key, id, root }) => [toKeyText(key), { id, root }]))
}

/** The pages that were merged into a page. */
export async function findMergedPages(session: Session, id: number): Promise<number[]> {
  const pages = await session.all<{ readonly id: number }>('select id from pages where merged_into = $1', [id])
  return pages.map((page) => page.id)
}

/** The pages that these pages were merged into; null if they were not merged. */
export async function readMergedInto(session: Session, ids: readonly number[]): Promise<Map<number, number | null>> {
  const rows = await session.all<{ readonly id: number; readonly merged_into: number | null }>(
    `select id, merged_into from pages where id in ${selectJsonIds(session.dialect, '$1')}`,
    [toSqlJson(ids)],
  )
  return new Map(rows.map(({ id, merged_into }) => [id, merged_into]))
}

/** A page that was fetched and is not merged. */
export interface FetchedContent {
  readonly fetchUrl: FetchUrl
  /** In hex. */
  readonly contentHash: string
}

/** The contents of pages, by their ids. Pages that were not fetched or are merged are left out. */
export async function readContents(session: Session, ids: readonly number[]): Promise<Map<number, FetchedContent>> {
  const rows = await session.all<{
    readonly id: number
    readonly fetch_url: FetchUrl
    readonly content_hash: Uint8Array
  }>(
    `select id, fetch_url, content_hash from pages where id in ${selectJsonIds(session.dialect, '$1')}
       and content_hash is not null and merged_into is null`,
    [toSqlJson([...new Set(ids)])],
  )
  return new Map(
    rows.map(({ id, fetch_url, content_hash }) => [
      id,
      { fetchUrl: fetch_url, contentHash: Buffer.from(content_hash).toString('hex') },
    ]),
  )
}
