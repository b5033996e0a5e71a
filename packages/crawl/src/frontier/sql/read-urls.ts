import type { Database, Session } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { Where } from '@canonist/registry/internal/store/sql-values'
import type { CanonicalUrl, FetchUrl } from '@canonist/core/internal/text/stages'
import type { FrontierState } from '../frontier-state.ts'

/** A URL of the queue with its page and the name of its host. */
export interface UrlRow {
  readonly page_id: number
  readonly canonical_url: CanonicalUrl
  readonly state: FrontierState
  readonly reason: string | null
  readonly detail: string | null
  readonly host: string
  readonly attempts: number
  readonly http_status: number | null
  readonly final_url: string | null
  readonly fetch_url: FetchUrl
  readonly priority: number
  readonly depth: number
  readonly merged_into: number | null
  readonly fetches: number
  readonly changes: number
  readonly content_hash: Uint8Array | null
  readonly etag: string | null
  readonly last_modified: string | null
  readonly due_at: number | null
  readonly added_at: number
  readonly fetched_at: number | null
  readonly changed_at: number | null
}

const STATE = "case when u.lease_token is not null then 'leased' else u.state end"

const URL_COLUMNS = `u.page_id, p.canonical_url, ${STATE} as state, u.reason, u.detail, h.host, u.attempts, u.http_status,
  u.final_url, p.fetch_url, u.priority, u.depth, p.merged_into, u.fetches, u.changes, p.content_hash, u.etag,
  u.last_modified, u.due_at, u.added_at, u.fetched_at, u.changed_at`
const URL_TABLES = 'frontier_urls u join pages p on p.id = u.page_id join hosts h on h.id = u.host_id'

/** @param where conditions on URLs `u` */
export function streamUrlRows(database: Database, where: Where): AsyncIterable<UrlRow> {
  const sql = `select ${URL_COLUMNS} from ${URL_TABLES} where ${where.sql} order by u.page_id`
  return database.stream<UrlRow>(sql, where.list)
}

/** @param where conditions on URLs `u` */
export async function* streamUrlIds(database: Database, where: Where): AsyncGenerator<number> {
  const sql = `select u.page_id from frontier_urls u where ${where.sql} order by u.page_id`
  for await (const { page_id } of database.stream<{ readonly page_id: number }>(sql, where.list)) yield page_id
}

/** Reads URLs by the ids of their pages, in no particular order. */
export function readUrlRows(session: Session, ids: readonly number[]): Promise<UrlRow[]> {
  return session.all<UrlRow>(
    `select ${URL_COLUMNS} from ${URL_TABLES} where u.page_id in ${selectJsonIds(session.dialect, '$1')}`,
    [toSqlJson(ids)],
  )
}
