import type { Dialect, Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { CanonicalUrl, FetchUrl } from '@canonist/core/internal/text/stages'
import type { FrontierState } from '../frontier-state.ts'
import { DAY, SECOND } from '../../hosts/settings.ts'
import {
  hasPriority,
  PRIORITIES,
  type PriorityNumber,
  takeToken,
  readClockAndDelay,
  SERVER_TIME,
  SERVER_TIME_AND_TOKEN,
  DELAY_COLUMNS,
} from '../../hosts/sql/shared-clock.sql.ts'
import type { FrontierSettings } from '../frontier-settings.ts'
import type { SharedDelay } from '../../hosts/shared-delay.ts'

// What a claim takes: ready hosts, and the first URLs of each.

/** A due URL with its page. If the page was deleted, `canonical_url` is null. */
export interface PickedUrl {
  readonly page_id: number
  readonly host_id: number
  readonly state: FrontierState
  readonly reason: string | null
  readonly attempts: number
  readonly claims: number
  readonly depth: number
  /** JSON. */
  readonly trail: string | null
  readonly etag: string | null
  readonly last_modified: string | null
  readonly canonical_url: CanonicalUrl | null
  readonly fetch_url: FetchUrl | null
  readonly merged_into: number | null
  readonly content_hash: Uint8Array | null
}

/** One step of priority counts as much as a day of waiting, so that low priorities are fetched eventually. */
export const PRIORITY_MS = DAY

const QUEUED = 'page_id, host_id, state, reason, due_at, priority, attempts, claims, depth, trail, etag, last_modified'

/** SQL fragments, all of them our own text. */
interface PickSql {
  /** A select of ids, in parentheses. */
  readonly hostIds: string
  readonly now: string
  readonly perHost: string
}

const formatPriorityPick = (columns: string, { now, perHost }: PickSql, priority: PriorityNumber): string =>
  `select * from (select ${columns} from frontier_urls
     where host_id = h.id and ${hasPriority(priority, 'frontier_urls')} and due_at <= ${now} and is_suspect = 0 order by due_at, page_id limit ${perHost}) of_${priority}`

const formatHostPick = (columns: string, picking: PickSql): string =>
  `select q.* from (${PRIORITIES.map((priority) => formatPriorityPick(columns, picking, priority)).join(' union all ')}) q
  order by q.due_at - q.priority * ${PRIORITY_MS}, q.page_id limit ${picking.perHost}`

// SQLite has no lateral joins, but a table-valued function may depend on the previous row.
const PICKED: Readonly<Record<Dialect, (picking: PickSql) => string>> = {
  sqlite: (picking) => `${picking.hostIds} h
    cross join json_each((select json_group_array(f.page_id) from (${formatHostPick('page_id, due_at, priority', picking)}) f)) k
    cross join frontier_urls u on u.page_id = k.value`,
  postgres: (picking) => `${picking.hostIds} h cross join lateral (${formatHostPick(QUEUED, picking)}) u`,
}

/** `u` is a URL of the queue, `p` its page. */
const PICKED_COLUMNS = `u.page_id, u.host_id, u.state, u.reason, u.attempts, u.claims, u.depth, u.trail, u.etag, u.last_modified,
  p.canonical_url, p.fetch_url, p.merged_into, p.content_hash`

/**
 * A select of the first `perHost` URLs of each host, in the order in which they should be fetched. Leaves out suspects, which are
 * handed out alone.
 */
function formatPick(dialect: Dialect, picking: PickSql): string {
  return `select ${PICKED_COLUMNS} from ${PICKED[dialect](picking)} left join pages p on p.id = u.page_id
    order by u.due_at - u.priority * ${PRIORITY_MS}, u.page_id`
}

/** The suspect of a host that has waited longest; null if none is due. */
export async function pickSuspect(transaction: Transaction, hostId: number, now: number): Promise<PickedUrl | null> {
  const [suspect] = await transaction.all<PickedUrl>(
    `select ${PICKED_COLUMNS} from frontier_urls u left join pages p on p.id = u.page_id
     where u.is_suspect = 1 and u.host_id = $1 and u.due_at <= $2 order by u.due_at, u.page_id limit 1`,
    [hostId, now],
  )
  return suspect ?? null
}

export function pickUrls(
  transaction: Transaction,
  hostIds: readonly number[],
  now: number,
  perHost: number,
): Promise<PickedUrl[]> {
  const { dialect } = transaction
  return transaction.all<PickedUrl>(
    formatPick(dialect, { hostIds: selectJsonIds(dialect, '$1'), now: '$2', perHost: '$3' }),
    [toSqlJson(hostIds), now, perHost],
  )
}

const FULL_SCAN_EVERY_MS = 30 * SECOND

/**
 * The position in the index of ready hosts from which claims search. Entries before it are dead versions of hosts that have moved on,
 * which PostgreSQL cannot remove while an old snapshot is open; reading them would make every claim slower.
 *
 * No host is ever written before the mark. A full scan every 30 seconds finds hosts that an interrupted process left there.
 */
export class LowWater {
  #mark = 0
  #scannedAt = Number.NEGATIVE_INFINITY

  readStart(now: number): number {
    if (now - this.#scannedAt >= FULL_SCAN_EVERY_MS || now < this.#scannedAt) {
      this.#scannedAt = now
      this.#mark = 0
    }
    return this.#mark
  }

  /** How old the mark is; null before the first one. */
  computeLag(now: number): number | null {
    return this.#mark === 0 ? null : Math.max(0, now - this.#mark)
  }

  /** @param readyAt of the first host found */
  raise(readyAt: number): void {
    this.#mark = Math.max(this.#mark, readyAt)
  }
}

/** A ready host, locked until the transaction ends. */
export interface TakenHost {
  readonly host_id: number
  readonly host: string
  readonly ready_at: number
  readonly urgent: number
  readonly robots_delay_ms: number | null
  readonly delay_ms: number | null
  readonly is_down: number
  readonly is_paused: number
  readonly paused_until: number | null
  /** The holder whose lease on it expired. */
  readonly held_by: number | null
}

export const HOST_COLUMNS =
  'h.host_id, h.ready_at, h.urgent, h.robots_delay_ms, h.delay_ms, h.is_down, h.is_paused, h.paused_until, h.held_by, n.host'
export const HOST_TABLES = 'host_clocks h join hosts n on n.id = h.host_id'

export interface TakenHosts {
  readonly now: number
  readonly pause: SharedDelay
  /** The token for the leases of this claim. */
  readonly token: number
  readonly hosts: readonly TakenHost[]
  /** Their first URLs, if the same round trip read them. */
  readonly urls: readonly PickedUrl[] | null
}

interface TakeOptions {
  /** The maximum number of hosts, and of URLs per host. */
  readonly limit: number
  readonly perHost: number
  readonly settings: FrontierSettings
  readonly lowWater: LowWater
}

/**
 * Up to half of the hosts are those with URLs of high priority, so that these do not wait for all others. The rest are the hosts that
 * have waited longest, whatever their priority, so that none waits forever.
 */
export async function takeHosts(transaction: Transaction, taking: TakeOptions): Promise<TakenHosts> {
  const taken = await (transaction.dialect === 'sqlite' ? takeFromSqlite : takeFromPostgres)(transaction, taking)
  const first = taken.hosts.find(({ urgent }) => urgent === 0)
  if (first !== undefined) taking.lowWater.raise(first.ready_at)
  return taken
}

const formatUrgent = (now: string): string => `h.urgent = 1 and h.ready_at <= ${now} order by h.ready_at, h.host_id`
const formatOthers = (now: string, from: string, urgent: string): string =>
  `h.ready_at >= ${from} and h.ready_at <= ${now} and h.host_id not in ${urgent} order by h.ready_at, h.host_id`
const SELECT = `select ${HOST_COLUMNS} from ${HOST_TABLES} where`

async function takeFromSqlite(
  transaction: Transaction,
  { limit, settings, lowWater }: TakeOptions,
): Promise<TakenHosts> {
  const { now, ...pause } = await readClockAndDelay(transaction, settings)
  const sql = `${SELECT} ${formatUrgent('$1')} limit $2`
  const urgent = await transaction.all<TakenHost>(sql, [now, Math.ceil(limit / 2)])
  const others = await transaction.all<TakenHost>(
    `${SELECT} ${formatOthers('$1', '$2', selectJsonIds('sqlite', '$4'))} limit $3`,
    [now, lowWater.readStart(now), limit - urgent.length, toSqlJson(urgent.map(({ host_id }) => host_id))],
  )
  const hosts = [...urgent, ...others]
  return { now, pause, token: hosts.length === 0 ? 0 : await takeToken(transaction), hosts, urls: null }
}

const LOCK = 'for update of h skip locked'
const NOW = '(select now from clock)'

/** Passes the taken hosts from the first statement to the second. The setting ends with the transaction. */
const TAKEN = 'canonist.taken_hosts'
const PASS_ON_TAKEN = `select set_config('${TAKEN}', coalesce(json_agg(host_id), '[]')::text, true) from taken`

/** Takes urgent and other hosts in one statement. */
const AT_ONCE = `with clock as materialized (${SERVER_TIME_AND_TOKEN}),
  urgent as materialized (${SELECT} ${formatUrgent(NOW)} limit $1 ${LOCK}),
  others as materialized (
    ${SELECT} ${formatOthers(NOW, '$3', '(select host_id from urgent)')} limit $2 - (select count(*) from urgent) ${LOCK}),
  taken as materialized (select * from urgent union all select * from others)
  select taken.*, clock.now, clock.token, ${DELAY_COLUMNS} from taken cross join clock where (${PASS_ON_TAKEN}) is not null`

const PICK_TAKEN = formatPick('postgres', {
  hostIds: selectJsonIds('postgres', `nullif(current_setting('${TAKEN}', true), '')`),
  now: `(${SERVER_TIME})`,
  perHost: '$1',
})

type ServerHost = TakenHost & SharedDelay & { readonly now: number; readonly token: number }

/**
 * Two statements in one round trip. The URLs are read by the second one, so that it sees changes that were committed before the hosts
 * were locked.
 */
async function takeFromPostgres(
  transaction: Transaction,
  { limit, perHost, settings, lowWater }: TakeOptions,
): Promise<TakenHosts> {
  // The clock of this process is good enough: it only triggers the full scan.
  const from = lowWater.readStart(settings.now())
  const [hosts, urls] = await Promise.all([
    transaction.all<ServerHost>(AT_ONCE, [Math.ceil(limit / 2), limit, from]),
    transaction.all<PickedUrl>(PICK_TAKEN, [perHost]),
  ])
  const { now = 0, token = 0, pause_ms = 0, pause_said_at = 0, pause_since = 0 } = hosts[0] ?? {}
  return { now, token, hosts, urls, pause: { pause_ms, pause_said_at, pause_since } }
}
