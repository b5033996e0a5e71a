import { Buffer } from 'node:buffer'
import { plainHost } from '../registry/find.ts'
import { locate } from '../registry/locate.ts'
import { isoTime } from '../registry/page-rows.ts'
import type { Value } from '../store/database.ts'
import { NEVER } from '../hosts/clock.ts'
import type { FrontierContext } from './context.ts'
import type { Priority } from './options.ts'
import type { FrontierState } from './outcome.ts'
import { chunksOf } from '../text/chunks.ts'

export interface UrlFilter {
  readonly state?: FrontierState | undefined
  readonly reason?: string | undefined
  readonly host?: string | undefined
  /** Any spelling of URLs; those that are not queued are left out. */
  readonly urls?: readonly string[] | undefined
  readonly ids?: readonly number[] | undefined
}

/** A URL of the queue. Times are ISO 8601. */
export interface FrontierUrl {
  readonly id: number
  /** The normalized URL, moved after a rename. */
  readonly url: string
  readonly state: FrontierState
  readonly reason: string | null
  readonly detail: string | null
  readonly host: string
  readonly attempts: number
  readonly httpStatus: number | null
  /** As it was fetched; null where it never was. */
  readonly finalUrl: string | null
  readonly fetchUrl: string
  readonly priority: Priority
  readonly depth: number
  /** The page that stands for this one. */
  readonly mergedInto: number | null
  readonly fetches: number
  readonly changes: number
  readonly contentHash: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  readonly dueAt: string | null
  readonly addedAt: string
  readonly fetchedAt: string | null
  readonly changedAt: string | null
}

export interface UrlRow {
  readonly page_id: number
  readonly canonical_url: string
  readonly state: FrontierState
  readonly reason: string | null
  readonly detail: string | null
  readonly host: string
  readonly attempts: number
  readonly http_status: number | null
  readonly final_url: string | null
  readonly fetch_url: string
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

/** Columns of a URL as `urlOf` reads them, from `URL_TABLES`. */
export const URL_COLUMNS = `u.page_id, p.canonical_url, ${STATE} as state, u.reason, u.detail, h.host, u.attempts, u.http_status,
  u.final_url, p.fetch_url, u.priority, u.depth, p.merged_into, u.fetches, u.changes, p.content_hash, u.etag,
  u.last_modified, u.due_at, u.added_at, u.fetched_at, u.changed_at`
export const URL_TABLES = 'frontier_urls u join pages p on p.id = u.page_id join hosts h on h.id = u.host_id'

const URLS_AT_ONCE = 500

/** In the order in which the pages became known. */
export async function* list(context: FrontierContext, filter: UrlFilter = {}): AsyncGenerator<FrontierUrl> {
  for await (const { where, values } of questionsOf(context, filter)) {
    const sql = `select ${URL_COLUMNS} from ${URL_TABLES} where ${where} order by u.page_id`
    for await (const row of context.database.stream<UrlRow>(sql, values)) yield urlOf(row)
  }
}

interface Question {
  readonly where: string
  readonly values: readonly Value[]
}

/** One where no URLs are named; else one for as many of them as fit into a statement. */
export async function* questionsOf(context: FrontierContext, filter: UrlFilter): AsyncGenerator<Question> {
  const base = conditionsOf(filter)
  const { urls, ids } = filter
  if (urls === undefined && ids === undefined) yield base
  for (const some of chunksOf([...new Set(ids)], URLS_AT_ONCE)) yield amongIds(base, some)
  for (const some of chunksOf(urls ?? [], URLS_AT_ONCE)) {
    const found = await locate(context.registry, some)
    yield amongIds(base, [...new Set(found.filter((id) => id !== null))])
  }
}

function amongIds({ where, values }: Question, ids: readonly number[]): Question {
  const places = ids.map((_, index) => `$${values.length + index + 1}`).join(', ')
  return { where: `${where} and u.page_id in (${ids.length === 0 ? 'null' : places})`, values: [...values, ...ids] }
}

function conditionsOf({ state, reason, host }: UrlFilter): Question {
  const conditions: string[] = ['true']
  const values: Value[] = []
  const put = (value: Value): string => `$${values.push(value)}`
  if (state === 'leased') conditions.push('u.lease_token is not null')
  else if (state !== undefined) conditions.push(`u.lease_token is null and u.state = ${put(state)}`)
  if (reason !== undefined) conditions.push(`u.reason = ${put(reason)}`)
  if (host !== undefined) conditions.push(`u.host_id = (select id from hosts where host = ${put(plainHost(host))})`)
  return { where: conditions.join(' and '), values }
}

const PRIORITY_NAMES = ['low', 'normal', 'high'] as const

export function urlOf(row: UrlRow): FrontierUrl {
  return {
    id: row.page_id,
    url: row.canonical_url,
    state: row.state,
    reason: row.reason,
    detail: row.detail,
    host: row.host,
    attempts: row.attempts,
    httpStatus: row.http_status,
    finalUrl: row.final_url ?? (row.fetched_at === null ? null : row.fetch_url),
    fetchUrl: row.fetch_url,
    priority: PRIORITY_NAMES[row.priority] ?? 'normal',
    depth: row.depth,
    mergedInto: row.merged_into,
    fetches: row.fetches,
    changes: row.changes,
    contentHash: row.content_hash === null ? null : Buffer.from(row.content_hash).toString('hex'),
    etag: row.etag,
    lastModified: row.last_modified,
    dueAt: timeOf(row.due_at),
    addedAt: isoTime(row.added_at),
    fetchedAt: timeOf(row.fetched_at),
    changedAt: timeOf(row.changed_at),
  }
}

export function timeOf(milliseconds: number | null): string | null {
  return milliseconds === null || milliseconds >= NEVER ? null : isoTime(milliseconds)
}
