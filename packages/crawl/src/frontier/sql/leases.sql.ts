import type { Transaction, Dialect, Session } from '@canonist/registry/internal/store/database'
import { selectJsonRows, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import { describeEntry } from '@canonist/core/internal/text/coded-error'
import type { CanonicalUrl, FetchUrl, KeyBytes } from '@canonist/core/internal/text/stages'
import type { PickedUrl } from './claims.sql.ts'
import type { LeaseRef } from '../claim/claim.ts'
import { FRONTIER_ERRORS } from '../errors.ts'
import { NO_CLOCK, readClockAndDelay, SERVER_TIME, DELAY_COLUMNS } from '../../hosts/sql/shared-clock.sql.ts'
import type { HostRow } from '../../hosts/host-row.ts'
import { lockSelectedHosts, selectDues, setDues, type StoredDues } from '../../hosts/sql/clocks.sql.ts'
import type { FrontierState } from '../frontier-state.ts'
import type { LeaseLost } from '../complete/completion.ts'
import type { FrontierSettings } from '../frontier-settings.ts'
import type { SharedDelay } from '../../hosts/shared-delay.ts'
import type { StoredUrl } from './counts.sql.ts'

// Leases of URLs and the holds of their hosts, from a claim to the end. A result ends a lease too (`results.sql.ts`), and so does a merge
// (`mergeUrls` in `urls.sql.ts`).

export interface NewLeases {
  readonly token: number
  readonly cohort: number
  readonly worker: string
  readonly until: number
}

/** Leases the URLs, and holds their hosts for as long. */
export function writeLeases(
  transaction: Transaction,
  urls: readonly PickedUrl[],
  { token, cohort, worker, until }: NewLeases,
): void {
  if (urls.length === 0) return
  const { dialect } = transaction
  transaction.send(
    `update frontier_urls set lease_token = $2, claims = claims + 1
     from ${selectJsonRows(dialect, '$1', { id: 'integer' }, 'r')} where frontier_urls.page_id = r.id`,
    [toSqlJson(urls.map(({ page_id }) => ({ id: page_id }))), token],
  )
  transaction.send(
    `update host_clocks set held_by = $2, held_until = $3, ready_at = $3, inflight = r.urls, worker = $4, cohort = $5,
       is_paused = 0, paused_until = null
     from ${selectJsonRows(dialect, '$1', { host_id: 'integer', urls: 'integer' }, 'r')}
     where host_clocks.host_id = r.host_id`,
    [toSqlJson(countInflight(urls)), token, until, worker, cohort],
  )
}

function countInflight(urls: readonly PickedUrl[]): { host_id: number; urls: number }[] {
  const inflight = new Map<number, number>()
  for (const { host_id } of urls) inflight.set(host_id, (inflight.get(host_id) ?? 0) + 1)
  return [...inflight].map(([host_id, urls]) => ({ host_id, urls }))
}

/** Our own SQL: the leases of `formatLeases` as `r`, and URLs as `u`; for use with `IS_LEASED`. */
const selectLeases = (dialect: Dialect): string =>
  `${selectJsonRows(dialect, '$1', { id: 'integer', token: 'integer' }, 'r')} cross join frontier_urls u`

const IS_LEASED = 'u.page_id = r.id and u.lease_token = r.token'

/** Formats the value of `$1`. */
const formatLeases = (leases: readonly LeaseRef[]): string => toSqlJson(leases.map(({ id, token }) => ({ id, token })))

/** Extends the holds of the hosts of these leases. Returns the ids of the URLs whose leases are still active. */
export async function renewLeases(
  transaction: Transaction,
  leases: readonly LeaseRef[],
  until: number,
): Promise<Set<number>> {
  const value = formatLeases(leases)
  const held = `${selectLeases(transaction.dialect)} where ${IS_LEASED}`
  await transaction.run(
    `update host_clocks set held_until = $2, ready_at = $2
     where (host_id, held_by) in (select u.host_id, u.lease_token from ${held})`,
    [value, until],
  )
  const active = await transaction.all<{ readonly id: number }>(`select r.id from ${held}`, [value])
  return new Set(active.map(({ id }) => id))
}

/** A URL whose lease is still active, with its page. */
export interface LeasedUrl {
  readonly id: number
  readonly token: number
  readonly hostId: number
  readonly state: FrontierState
  readonly reason: string | null
  readonly detail: string | null
  readonly httpStatus: number | null
  readonly finalUrl: string | null
  readonly attempts: number
  /** How many workers have had it since its last result. */
  readonly claims: number
  readonly isSuspect: number
  readonly depth: number
  readonly priority: number
  /** JSON. */
  readonly trail: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  readonly fetches: number
  readonly changes: number
  readonly intervalMs: number | null
  readonly fetchedAt: number | null
  readonly changedAt: number | null
  readonly dueAt: number | null
  /** The page that its own page was merged into during the visit. */
  readonly mergedInto: number | null
  readonly policyId: number
  readonly key: KeyBytes
  readonly canonicalUrl: CanonicalUrl
  readonly fetchUrl: FetchUrl
  /** Hex. */
  readonly contentHash: string | null
  readonly simhash: string | null
}

type StoredLease = LeasedUrl & StoredDues & SharedDelay & { readonly now: number }

const HEX: Readonly<Record<Dialect, string>> = {
  // hex(null) is an empty string.
  sqlite: "nullif(lower(hex(p.content_hash)), '')",
  postgres: "encode(p.content_hash, 'hex')",
}

const selectColumns = (
  dialect: Dialect,
): string => `u.page_id as id, u.lease_token as token, u.host_id as "hostId", u.state, u.reason, u.detail,
  u.http_status as "httpStatus", u.final_url as "finalUrl", u.attempts, u.claims, u.is_suspect as "isSuspect", u.depth, u.priority, u.trail, u.etag, u.last_modified as "lastModified", u.fetches, u.changes, u.interval_ms as "intervalMs",
  u.fetched_at as "fetchedAt", u.changed_at as "changedAt", u.due_at as "dueAt", p.merged_into as "mergedInto", p.policy_id as "policyId", p.key,
  p.canonical_url as "canonicalUrl", p.fetch_url as "fetchUrl", ${HEX[dialect]} as "contentHash", p.simhash, ${selectDues('u.host_id')}`

interface HeldLeases {
  readonly now: number
  readonly pause: SharedDelay
  /** By the id of their URL. */
  readonly leases: Map<number, LeasedUrl>
  readonly hosts: readonly HostRow[]
}

/**
 * Locks and returns the leases that are still active, with their hosts, and the time. They stay active until the transaction ends,
 * because every process locks the host before it changes a lease.
 */
export async function holdLeases(
  transaction: Transaction,
  leases: readonly LeaseRef[],
  settings: FrontierSettings,
): Promise<HeldLeases> {
  const isFile = transaction.dialect === 'sqlite'
  const clock = isFile ? await readClockAndDelay(transaction, settings) : NO_CLOCK
  const held = selectLeases(transaction.dialect)
  const refs = formatLeases(leases)
  const [hosts, urls] = await Promise.all([
    lockSelectedHosts(transaction, `(select u.host_id from ${held} where ${IS_LEASED})`, [refs]),
    // A separate statement: the one that waited for the locks would not see rows that changed in the meantime.
    transaction.all<StoredLease>(
      `select ${selectColumns(transaction.dialect)}, ${isFile ? '$2' : `(${SERVER_TIME})`} as now, ${PAUSE}
       from ${held} join pages p on p.id = u.page_id where ${IS_LEASED}`,
      isFile ? [refs, clock.now] : [refs],
    ),
  ])
  const dues = new Map(urls.map((url) => [url.hostId, url]))
  return {
    now: urls[0]?.now ?? clock.now,
    pause: urls[0] ?? clock,
    leases: new Map(urls.map((url) => [url.id, url])),
    hosts: hosts.filter(({ hostId }) => dues.has(hostId)).map((host) => setDues(host, dues.get(host.hostId))),
  }
}

const PAUSE = DELAY_COLUMNS.split(', ')
  .map((column) => `(select ${column} from shared_clock) as ${column}`)
  .join(', ')

export function createLeaseLost(id: number): LeaseLost {
  return {
    ok: false,
    code: 'lease_lost',
    id,
    message: describeEntry(FRONTIER_ERRORS.lease_lost, `URL ${id}`),
  }
}

/** A host, and the holder whose hold on it expired. */
export interface ExpiredHold {
  readonly host_id: number
  readonly held_by: number | null
}

/** Locks hosts whose holds have expired. Hosts that another process has locked are left to it. */
export function lockExpiredHolds(transaction: Transaction, now: number, limit: number): Promise<ExpiredHold[]> {
  const lock = transaction.dialect === 'postgres' ? ' for update skip locked' : ''
  return transaction.all<ExpiredHold>(
    `select host_id, held_by from host_clocks where ready_at <= $1 and held_by is not null order by ready_at
     limit ${limit}${lock}`,
    [now],
  )
}

/** A URL whose lease expired. */
export interface ExpiredUrl extends StoredUrl {
  readonly page_id: number
  readonly reason: string | null
  readonly claims: number
  readonly cohort: number
}

export function findExpiredUrls(transaction: Transaction, holds: readonly ExpiredHold[]): Promise<ExpiredUrl[]> {
  return transaction.all<ExpiredUrl>(
    `select u.page_id, u.host_id, u.state, u.reason, u.claims, h.cohort
     from ${selectJsonRows(transaction.dialect, '$1', { host_id: 'integer', held_by: 'integer' }, 'r')}
     join host_clocks h on h.host_id = r.host_id
     join frontier_urls u on u.host_id = r.host_id and u.lease_token = r.held_by and u.due_at is not null`,
    [toSqlJson(holds.map(({ host_id, held_by }) => ({ host_id, held_by })))],
  )
}

const ENDED_COLUMNS = {
  id: 'integer',
  state: 'text',
  reason: 'text',
  due_at: 'integer',
  is_suspect: 'integer',
} as const

/** The state of a URL after its lease. */
export type EndedLease = Readonly<Record<keyof typeof ENDED_COLUMNS, string | number | null>>

export function endLeases(transaction: Transaction, ended: readonly EndedLease[]): void {
  if (ended.length === 0) return
  transaction.send(
    `update frontier_urls set lease_token = null, state = r.state, reason = r.reason, due_at = r.due_at,
       is_suspect = r.is_suspect
     from ${selectJsonRows(transaction.dialect, '$1', ENDED_COLUMNS, 'r')} where frontier_urls.page_id = r.id`,
    [toSqlJson(ended)],
  )
}

export interface LeaseRow {
  readonly host: string
  readonly worker: string | null
  readonly inflight: number
  readonly held_until: number
}

const HELD_COLUMNS = 'n.host, h.worker, h.inflight, h.held_until'

/** Hosts that workers have reserved for URLs of the queue, from an index. There are no more of them than requests at a time. */
const HELD: Readonly<Record<Dialect, string>> = {
  sqlite: `select ${HELD_COLUMNS} from (
      select distinct host_id from frontier_urls indexed by frontier_urls_leased where lease_token is not null
    ) found join host_clocks h on h.host_id = found.host_id join hosts n on n.id = h.host_id where h.held_by is not null`,
  postgres: `select ${HELD_COLUMNS} from host_clocks h join hosts n on n.id = h.host_id
    where h.held_by is not null and h.inflight > 0`,
}

/** The leases that end first. */
export function findLeases(session: Session, limit: number): Promise<LeaseRow[]> {
  return session.all<LeaseRow>(`${HELD[session.dialect]} order by h.held_until, n.host limit $1`, [limit])
}

export interface LeasedUrlRow {
  readonly page_id: number
  readonly host_id: number
  readonly reason: string | null
}

/** All URLs that workers have right now. */
export function findLeased(session: Session): Promise<LeasedUrlRow[]> {
  return LEASED[session.dialect](session)
}

/** How many of the first due URLs of a host are searched for leased ones. With a larger number PostgreSQL sorts all of them. */
const FIRST_URLS = 3

/**
 * On PostgreSQL a lease must not change an index, so leased URLs are found through their hosts, which store how many they have. They
 * are nearly always the first of their priority; only if some are missing, all due URLs are searched.
 */
const LEASED: Readonly<Record<Dialect, (session: Session) => Promise<LeasedUrlRow[]>>> = {
  sqlite: (session) =>
    session.all<LeasedUrlRow>(
      'select page_id, host_id, reason from frontier_urls indexed by frontier_urls_leased where lease_token is not null',
    ),
  postgres: async (session) => {
    const [row] = await session.all<{ readonly urls: number | null }>(
      'select sum(inflight) as urls from host_clocks where held_by is not null',
    )
    const first = await session.all<LeasedUrlRow>(
      `select u.page_id, u.host_id, u.reason from host_clocks h
       cross join (values (0), (1), (2)) ranks (priority)
       cross join lateral (
         select i.page_id, i.host_id, i.reason, i.lease_token from frontier_urls i
         where i.host_id = h.host_id and i.priority = ranks.priority and i.due_at is not null
         order by i.due_at, i.page_id limit ${FIRST_URLS}
       ) u where h.held_by is not null and h.inflight > 0 and u.lease_token = h.held_by`,
    )
    if (first.length >= (row?.urls ?? 0)) return first
    return session.all<LeasedUrlRow>(
      `select u.page_id, u.host_id, u.reason from host_clocks h
       join frontier_urls u on u.host_id = h.host_id and u.lease_token = h.held_by and u.due_at is not null
       where h.held_by is not null`,
    )
  },
}
