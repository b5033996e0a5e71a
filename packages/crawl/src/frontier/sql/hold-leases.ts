import { describeEntry } from '@canonist/core/internal/text/coded-error'
import { FRONTIER_ERRORS } from '../errors.ts'
import type { Dialect, Transaction } from '@canonist/registry/internal/store/database'
import { NO_CLOCK, readClockAndDelay, SERVER_TIME } from '../../hosts/sql/read-clock.ts'
import type { HostRow } from '../../hosts/host-row.ts'
import { lockSelectedHosts } from '../../hosts/sql/lock-hosts.ts'
import { selectDues, setDues, type StoredDues } from '../../hosts/sql/lock-wanted-hosts.ts'
import type { FrontierState } from '../frontier-state.ts'
import type { LeaseLost } from '../complete/completion.ts'
import type { LeaseRef } from '../claim/claim.ts'
import type { FrontierSettings } from '../frontier-settings.ts'
import { type SharedDelay } from '../../hosts/shared-delay.ts'
import { DELAY_COLUMNS } from '../../hosts/sql/read-clock.ts'
import { formatLeases, IS_LEASED, selectLeases } from './select-leases.ts'
import type { CanonicalUrl, FetchUrl, KeyBytes } from '@canonist/core/internal/text/stages'

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
