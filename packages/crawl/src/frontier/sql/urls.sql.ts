import type { Transaction, Dialect, Database, Session } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import { formatRowLock } from '@canonist/registry/internal/store/row-lock'
import { Where } from '@canonist/registry/internal/store/sql-values'
import type { CanonicalUrl, FetchUrl } from '@canonist/core/internal/text/stages'
import type { FrontierContext } from '../context.ts'
import type { FrontierState } from '../frontier-state.ts'
import type { PriorityNumber } from '../../hosts/sql/shared-clock.sql.ts'
import type { CountedUrl } from './counts.sql.ts'

// Rows of `frontier_urls`. Pages enter the queue in `new-urls.sql.ts`, `url-list.sql.ts` reads lists of URLs by part, and `leases.sql.ts` and
// `results.sql.ts` write what visits change.

/** A URL without a lease, locked until the transaction ends. */
export interface FreeUrl {
  readonly page_id: number
  readonly host_id: number
  readonly state: FrontierState
  readonly reason: string | null
}

/** Locks the URLs that have no lease and still match `where`: they may have changed since they were read. */
export function lockFreeUrls(transaction: Transaction, ids: readonly number[], where = 'true'): Promise<FreeUrl[]> {
  return transaction.all<FreeUrl>(
    `select page_id, host_id, state, reason from frontier_urls
     where page_id in ${selectJsonIds(transaction.dialect, '$1')} and lease_token is null and ${where} order by page_id${formatRowLock(transaction.dialect)}`,
    [toSqlJson(ids)],
  )
}

// Conditions on rows of `frontier_urls`, for `lockFreeUrls`: a URL may have changed since it was read.

/** The URL was not merged into another one, whose page is fetched instead. */
export const IS_UNMERGED = "coalesce(reason, '') not in ('merged', 'redirected')"
export const IS_FETCHED_AND_UNMERGED = `state = 'fetched' and ${IS_UNMERGED}`
export const IS_REDIRECTED = "reason = 'redirected'"
export const IS_DEAD = "state = 'dead'"
/** The URL waits to be fetched. */
export const IS_WAITING = "due_at is not null and state in ('pending', 'retry')"
/** The URL is excluded, and is checked again later. */
export const IS_EXCLUDED_FOR_NOW = "due_at is not null and state in ('excluded')"

export const hasOtherPriority = (priority: PriorityNumber): string => `priority <> ${priority}`

export interface UrlConditions {
  readonly state?: FrontierState | undefined
  /** Any of these. */
  readonly reasons?: readonly string[] | undefined
  /** The name of the host, as stored. */
  readonly host?: string | undefined
}

/** Conditions on URLs `u`. */
export function filterUrls({ state, reasons, host }: UrlConditions): Where {
  const where = new Where()
  if (state === 'leased') where.and('u.lease_token is not null')
  else if (state !== undefined) where.and(`u.lease_token is null and u.state = ${where.put(state)}`)
  if (reasons !== undefined) where.and(matchReasons(reasons, where))
  if (host !== undefined) where.and(`u.host_id = (select id from hosts where host = ${where.put(host)})`)
  return where
}

function matchReasons(reasons: readonly string[], where: Where): string {
  return reasons.length === 0 ? 'false' : `u.reason in (${reasons.map((reason) => where.put(reason)).join(', ')})`
}

/** Like `filterUrls`, for the URLs of these pages only. */
export function filterUrlsOf(dialect: Dialect, ids: readonly number[], conditions: UrlConditions): Where {
  const where = filterUrls(conditions)
  return where.and(`u.page_id in ${selectJsonIds(dialect, where.put(toSqlJson(ids)))}`)
}

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

/** How many pages of a host were fetched, counted up to `most`. */
export async function countFetched({ database }: FrontierContext, host: string, most: number): Promise<number> {
  const [row] = await database.all<{ readonly pages: number }>(
    `select count(*) as pages from (select 1 from frontier_urls
       where host_id = (select id from hosts where host = $1) and due_at is not null and state = 'fetched' limit $2) fetched`,
    [host, most],
  )
  return row?.pages ?? 0
}

/** Requeues URLs as if they had just been added: nothing that happened to them before counts. */
export async function requeueFromStart(transaction: Transaction, ids: readonly number[], now: number): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = 'pending', reason = null, detail = null, attempts = 0, claims = 0, is_suspect = 0, due_at = $2,
       trail = null
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids), now],
  )
}

/** Requeues dead URLs, which have no lease and no suspicion to clear. */
export async function requeueDead(transaction: Transaction, ids: readonly number[], now: number): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = 'pending', reason = null, detail = null, attempts = 0, due_at = $2
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids), now],
  )
}

/** Requeues URLs that were merged and are separated again. */
export async function requeueSeparated(transaction: Transaction, ids: readonly number[], now: number): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = 'pending', reason = null, due_at = $2
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids), now],
  )
}

/** Marks fetched URLs as merged: they are not fetched again. */
export async function mergeFetchedUrls(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.run(
    `update frontier_urls set reason = 'merged', due_at = null where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids)],
  )
}

/** Marks URLs in any state as merged, and ends their leases. */
export async function mergeUrls(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = 'fetched', reason = 'merged', due_at = null, lease_token = null, claims = 0,
       is_suspect = 0
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids)],
  )
}

export async function setPriority(
  transaction: Transaction,
  ids: readonly number[],
  priority: PriorityNumber,
): Promise<void> {
  await transaction.run(
    `update frontier_urls set priority = $2 where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids), priority],
  )
}

export async function deleteUrls(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.run(`delete from frontier_urls where page_id in ${selectJsonIds(transaction.dialect, '$1')}`, [
    toSqlJson(ids),
  ])
}

/** The position of a URL in the index `frontier_urls_due` of its host. */
export interface DuePosition {
  readonly priority: number
  readonly due_at: number
  readonly page_id: number
}

/** A URL that waits to be fetched, or would if robots.txt allowed it. */
export interface RobotsCandidate extends DuePosition {
  readonly state: 'pending' | 'retry' | 'excluded'
  readonly reason: string | null
  readonly fetch_url: FetchUrl
}

export interface CandidateRange {
  readonly hostId: number
  readonly origin: string
  /** The last URL of the previous batch. */
  readonly before: DuePosition
  readonly limit: number
}

/**
 * The next URLs of an origin that robots.txt decides about, reading the index `frontier_urls_due` backwards. Fetched pages keep their
 * state until the next visit.
 */
export function readRobotsCandidates(
  session: Session,
  { hostId, origin, before, limit }: CandidateRange,
): Promise<RobotsCandidate[]> {
  return session.all<RobotsCandidate>(
    `select u.page_id, u.priority, u.due_at, u.state, u.reason, p.fetch_url
     from frontier_urls u join pages p on p.id = u.page_id
     where u.host_id = $1 and u.due_at is not null and substr(p.fetch_url, 1, length($2)) = $2
       and (u.state in ('pending', 'retry') or (u.state = 'excluded' and u.reason = 'robots_disallowed'))
       and (u.priority, u.due_at, u.page_id) < ($3, $4, $5)
     order by u.priority desc, u.due_at desc, u.page_id desc limit ${limit}`,
    [hostId, `${origin}/`, before.priority, before.due_at, before.page_id],
  )
}

/** Excludes URLs, or makes them pending again. */
export async function writeRobotsState(
  transaction: Transaction,
  ids: readonly number[],
  { state, reason }: CountedUrl,
  dueAt: number,
): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = $2, reason = $3, due_at = $4, attempts = 0
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids), state, reason, dueAt],
  )
}

/** A host that went down, and the state that its URLs get. */
export interface SpreadingHost {
  readonly host_id: number
  readonly reason: string
  readonly spreads: 'retry' | 'dead'
}

/** Locks the first host whose state must be spread to its URLs; null if there is none. */
export async function lockSpreadingHost(transaction: Transaction): Promise<SpreadingHost | null> {
  const lock = transaction.dialect === 'postgres' ? ' for update skip locked' : ''
  const [host] = await transaction.all<SpreadingHost>(
    `select host_id, reason, spreads from host_clocks where spreads is not null order by host_id limit 1${lock}`,
  )
  return host ?? null
}

/** URLs of the host that do not have its state yet. */
export async function findUnspreadIds(
  transaction: Transaction,
  { host_id, reason, spreads }: SpreadingHost,
  limit: number,
): Promise<number[]> {
  const urls = await transaction.all<{ readonly page_id: number }>(
    `select page_id from frontier_urls where host_id = $1 and due_at is not null and lease_token is null
       and state in ('pending', 'retry') and (state <> $2 or reason is null or reason <> $3) limit ${limit}`,
    [host_id, spreads, reason],
  )
  return urls.map(({ page_id }) => page_id)
}

/** Records that all URLs of the host have its state. */
export async function endSpreading(transaction: Transaction, { host_id }: SpreadingHost): Promise<void> {
  await transaction.run('update host_clocks set spreads = null where host_id = $1', [host_id])
}

export async function spreadToUrls(
  transaction: Transaction,
  { reason, spreads }: SpreadingHost,
  ids: readonly number[],
): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = $2, reason = $3, due_at = ${spreads === 'dead' ? 'null' : 'due_at'}
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids), spreads, reason],
  )
}
