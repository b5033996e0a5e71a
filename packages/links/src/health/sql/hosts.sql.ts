import { peekClock } from '@canonist/crawl/internal/hosts/sql/shared-clock.sql'
import { isPausedAt } from '@canonist/crawl/internal/hosts/host-row'
import type { HostSettings } from '@canonist/crawl/internal/hosts/settings'
import type { Database, Session } from '@canonist/registry/internal/store/database'
import { addHost } from '@canonist/registry/internal/registry/sql/hosts.sql'
import type { PageFilter } from '../page-filter.ts'
import { WATCHED, filterWanted } from './pages.sql.ts'
import { packProbe, unpackProbe, type Probe } from '../probe.ts'

// Hosts with pages to check, and rows of `host_checks`: claims on hosts, and their last responses for pages that never existed.

export interface DueHost {
  readonly id: number
  readonly host: string
  /** How many of its pages are to be checked. */
  readonly pages: number
  /** How long it still rests, in milliseconds: 0 if it does not, infinite if a person must resume it. */
  readonly pausedMs: number
  readonly pauseReason: PauseReason
}

/** Why a host rests: it asked for a pause, it failed too often in a row, or a person paused it. */
export type PauseReason = 'asked' | 'failing' | 'paused'

interface StoredHost {
  readonly id: number
  readonly host: string
  readonly pages: number
  readonly allowed_at: number | null
  readonly reason: string | null
  readonly failures: number | null
  readonly is_paused: number | null
  readonly paused_until: number | null
}

/** Hosts with pages to check; those that have waited longest come first. */
export async function findDueHosts(
  database: Database,
  filter: PageFilter,
  now: number,
  startedAt: number,
  hosts: HostSettings,
): Promise<DueHost[]> {
  const where = filterWanted(filter, database.dialect, now, startedAt)
  const clocks = ['allowed_at', 'reason', 'failures', 'is_paused', 'paused_until']
  const rows = await database.all<StoredHost>(
    `select h.id, h.host, count(*) as pages, ${clocks.map((column) => `min(c.${column}) as ${column}`).join(', ')}
     from ${WATCHED} left join host_clocks c on c.host_id = h.id
     where ${where.sql} group by h.id, h.host order by min(s.due_at), h.id`,
    where.list,
  )
  // Pauses use the clock of the database, which may differ from that of this process.
  const clock = await peekClock(database, hosts)
  return rows.map((row) => toDueHost(row, clock))
}

function toDueHost(row: StoredHost, now: number): DueHost {
  const { id, host, pages, allowed_at, reason, failures, is_paused, paused_until } = row
  if (isPausedAt({ isPaused: is_paused === 1, pausedUntil: paused_until }, now))
    return { id, host, pages, pausedMs: (paused_until ?? Number.POSITIVE_INFINITY) - now, pauseReason: 'paused' }
  const pausedMs = reason === null ? 0 : Math.max(0, (allowed_at ?? 0) - now)
  return { id, host, pages, pausedMs, pauseReason: (failures ?? 0) > 0 ? 'failing' : 'asked' }
}

/** A process that checks pages, and how long its claims last without renewal. */
export interface Claimant {
  /** Unique among running processes. */
  readonly id: string
  readonly leaseMs: number
}

/**
 * Claims the pages of a host, so that no two processes check the same page. It does not reserve the host: requests take their turns, and
 * other commands may send requests in between. False if another process has the claim.
 */
export async function claimHost(
  session: Session,
  hostId: number,
  { id, leaseMs }: Claimant,
  now: number,
): Promise<boolean> {
  const claimed = await session.run(
    `insert into host_checks (host_id, claimed_by, claimed_until) values ($1, $2, $3)
     on conflict (host_id) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
     where host_checks.claimed_by is null or host_checks.claimed_until <= $4`,
    [hostId, id, now + leaseMs, now],
  )
  return claimed > 0
}

/** Renews all claims of a process. */
export async function renewClaims(session: Session, { id, leaseMs }: Claimant, now: number): Promise<void> {
  await session.run('update host_checks set claimed_until = $2 where claimed_by = $1', [id, now + leaseMs])
}

/** Extends a claim; false if it was lost. Within a transaction, no other process can take the host before the end. */
export async function extendClaim(
  session: Session,
  hostId: number,
  { id, leaseMs }: Claimant,
  now: number,
): Promise<boolean> {
  const held = await session.run('update host_checks set claimed_until = $3 where host_id = $1 and claimed_by = $2', [
    hostId,
    id,
    now + leaseMs,
  ])
  return held > 0
}

export async function releaseHost(session: Session, hostId: number, { id }: Claimant): Promise<void> {
  await session.run(
    'update host_checks set claimed_by = null, claimed_until = 0 where host_id = $1 and claimed_by = $2',
    [hostId, id],
  )
}

/** The last response of a host for a page that never existed. */
export async function readProbe(session: Session, host: string): Promise<Probe | null> {
  const [row] = await session.all<{ readonly probe: string | null }>(
    'select c.probe from host_checks c join hosts h on h.id = c.host_id where h.host = $1',
    [host],
  )
  return row === undefined || row.probe === null ? null : unpackProbe(row.probe)
}

/** Adds the host first: one that only redirects lead to may be unknown. */
export async function writeProbe(session: Session, host: string, probe: Probe): Promise<void> {
  await addHost(session, host)
  await session.run(
    `insert into host_checks (host_id, probe) select id, $2 from hosts where host = $1
     on conflict (host_id) do update set probe = excluded.probe`,
    [host, packProbe(probe)],
  )
}
