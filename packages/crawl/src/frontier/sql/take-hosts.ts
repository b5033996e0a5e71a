import { SECOND } from '../../hosts/settings.ts'
import type { Transaction } from '@canonist/registry/internal/store/database'
import { takeToken, readClockAndDelay, SERVER_TIME, SERVER_TIME_AND_TOKEN } from '../../hosts/sql/read-clock.ts'
import type { FrontierSettings } from '../frontier-settings.ts'
import { type SharedDelay } from '../../hosts/shared-delay.ts'
import { DELAY_COLUMNS } from '../../hosts/sql/read-clock.ts'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import { type PickedUrl, formatPick } from './pick-urls.ts'

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
