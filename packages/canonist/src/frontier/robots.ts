import { hostOf } from '../registry/spelling.ts'
import type { Transaction } from '../store/database.ts'
import { applyRobots, type RobotsEffect } from './apply-robots.ts'
import { readClock } from '../hosts/clock.ts'
import type { FrontierContext } from './context.ts'
import { DAY, HOUR } from '../hosts/settings.ts'
import type { Settings } from './settings.ts'
import { findHostIds } from '../hosts/sql/find-host-ids.ts'
import { wakeHosts } from '../hosts/sql/wake-hosts.ts'
import { writeHosts } from '../hosts/sql/write-hosts.ts'
import { lockWantedHosts } from './sql/lock-wanted-hosts.ts'

/** What was learnt of a robots.txt. */
export interface RobotsNews {
  /** Of the answer; null where there was none. */
  readonly status: number | null
  /** Null where nothing was sent, or nothing that counts. */
  readonly body: string | null
  readonly crawlDelayMs?: number | null | undefined
  /** How long it holds; a day where it is not given. */
  readonly lifetimeMs?: number | undefined
  /** Whether it allows a URL of this origin; left out where nobody knows, and nothing is changed. */
  readonly mayFetch?: ((url: string) => boolean) | undefined
}

export interface RobotsState {
  readonly origin: string
  readonly status: number | null
  readonly body: string | null
  readonly crawlDelayMs: number | null
  readonly fetchedAt: number
  readonly expiresAt: number
}

/** Longer pauses than this are not waited for, whatever robots.txt says. */
export const LONGEST_CRAWL_DELAY_MS = HOUR

interface RobotsRow {
  readonly origin: string
  readonly status: number | null
  readonly body: string | null
  readonly crawl_delay_ms: number | null
  readonly fetched_at: number
  readonly expires_at: number
}

export async function robotsOf({ database }: FrontierContext, origin: string): Promise<RobotsState | null> {
  const [row] = await database.all<RobotsRow>(
    'select origin, status, body, crawl_delay_ms, fetched_at, expires_at from frontier_robots where origin = $1',
    [origin],
  )
  if (row === undefined) return null
  const { status, body, crawl_delay_ms: crawlDelayMs, fetched_at: fetchedAt, expires_at: expiresAt } = row
  return { origin, status, body, crawlDelayMs, fetchedAt, expiresAt }
}

export async function recordRobots(context: FrontierContext, origin: string, news: RobotsNews): Promise<RobotsEffect> {
  const { database, settings } = context
  const kept = await database.transaction((transaction) => keep(transaction, origin, news, settings))
  const { mayFetch } = news
  return mayFetch === undefined ? { excluded: 0, returned: 0 } : applyRobots(context, { ...kept, origin, mayFetch })
}

async function keep(
  transaction: Transaction,
  origin: string,
  { status, body, crawlDelayMs = null, lifetimeMs = DAY }: RobotsNews,
  settings: Settings,
): Promise<{ readonly hostId: number; readonly expiresAt: number }> {
  const now = await readClock(transaction, settings)
  const host = hostOf(origin)
  const hostId = (await findHostIds(transaction, [host])).get(host) ?? 0
  const delay = crawlDelayMs === null ? null : Math.min(Math.round(crawlDelayMs), LONGEST_CRAWL_DELAY_MS)
  await transaction.run(
    `insert into frontier_robots (origin, host_id, status, body, crawl_delay_ms, fetched_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (origin) do update set status = excluded.status, body = excluded.body,
       crawl_delay_ms = excluded.crawl_delay_ms, fetched_at = excluded.fetched_at, expires_at = excluded.expires_at`,
    [origin, hostId, status, body, delay, now, now + lifetimeMs],
  )
  await wakeHosts(transaction, [hostId], now)
  await slowDown(transaction, hostId, now)
  return { hostId, expiresAt: now + lifetimeMs }
}

/** Of what http and https ask for, the longer pause: it is one host. */
async function slowDown(transaction: Transaction, hostId: number, now: number): Promise<void> {
  const [row] = await transaction.all<{ readonly delay: number | null }>(
    'select max(crawl_delay_ms) as delay from frontier_robots where host_id = $1',
    [hostId],
  )
  const [host] = await lockWantedHosts(transaction, [hostId])
  if (host !== undefined) writeHosts(transaction, [{ ...host, robotsDelayMs: row?.delay ?? null }], now)
}
