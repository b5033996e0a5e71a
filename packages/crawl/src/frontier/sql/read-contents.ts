import { Buffer } from 'node:buffer'
import type { Session } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { FetchUrl } from '@canonist/core/internal/text/stages'

/** A page that was fetched and is not merged. */
export interface FetchedContent {
  readonly fetchUrl: FetchUrl
  /** In hex. */
  readonly contentHash: string
}

/** By the id of the page. */
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
