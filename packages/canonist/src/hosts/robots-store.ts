import type { RobotsFile, RobotsStore } from '../net/robots/robots-store.ts'
import { findHost } from '../registry/spelling.ts'
import type { Transaction } from '../store/database.ts'
import { peekClock, readClock } from './clock.ts'
import type { HostsContext } from './context.ts'
import { DAY, HOUR } from './settings.ts'
import { getHostIds } from '../registry/sql/write-host-names.ts'
import { lockWantedHosts } from './sql/lock-wanted-hosts.ts'
import { wakeHosts } from './sql/wake-hosts.ts'
import { writeHosts } from './sql/write-hosts.ts'

/** What is known of the robots.txt of an origin. */
export interface RobotsState {
  readonly origin: string
  readonly status: number | null
  readonly body: string | null
  readonly crawlDelayMs: number | null
  readonly fetchedAt: number
  readonly expiresAt: number
}

/** Longer pauses than this are not waited for, whatever robots.txt says. */
export const MAX_CRAWL_DELAY_MS = HOUR

interface RobotsRow {
  readonly origin: string
  readonly status: number | null
  readonly body: string | null
  readonly crawl_delay_ms: number | null
  readonly fetched_at: number
  readonly expires_at: number
}

const COLUMNS = 'origin, status, body, crawl_delay_ms, fetched_at, expires_at'

export async function readRobots({ database }: HostsContext, origin: string): Promise<RobotsState | null> {
  const [row] = await database.all<RobotsRow>(`select ${COLUMNS} from host_robots where origin = $1`, [origin])
  return row === undefined ? null : toState(row)
}

/** The files of one host, one for each of its origins. */
export async function readRobotsOfHost({ database }: HostsContext, hostId: number): Promise<RobotsState[]> {
  const sql = `select ${COLUMNS} from host_robots where host_id = $1 order by origin`
  return (await database.all<RobotsRow>(sql, [hostId])).map(toState)
}

function toState(row: RobotsRow): RobotsState {
  const { origin, status, body, crawl_delay_ms: crawlDelayMs, fetched_at: fetchedAt, expires_at: expiresAt } = row
  return { origin, status, body, crawlDelayMs, fetchedAt, expiresAt }
}

export interface StoredRobots {
  readonly hostId: number
  readonly expiresAt: number
}

/** Keeps a robots.txt for every process, and slows its host down to what it asks for. */
export async function writeRobots(
  { database, settings }: HostsContext,
  origin: string,
  file: Partial<RobotsFile> & Pick<RobotsFile, 'status' | 'text'>,
): Promise<StoredRobots> {
  const { status, text, crawlDelayMs = null, lifetimeMs = DAY } = file
  return database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    const host = findHost(origin)
    const hostId = (await getHostIds(transaction, [host])).get(host) ?? 0
    const delay = crawlDelayMs === null ? null : Math.min(Math.round(crawlDelayMs), MAX_CRAWL_DELAY_MS)
    await transaction.run(
      `insert into host_robots (origin, host_id, status, body, crawl_delay_ms, fetched_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (origin) do update set status = excluded.status, body = excluded.body,
         crawl_delay_ms = excluded.crawl_delay_ms, fetched_at = excluded.fetched_at, expires_at = excluded.expires_at`,
      [origin, hostId, status, text, delay, now, now + lifetimeMs],
    )
    await wakeHosts(transaction, [hostId], now)
    await applyCrawlDelay(transaction, hostId, now)
    return { hostId, expiresAt: now + lifetimeMs }
  })
}

/** The longer pause of what http and https ask for: it is one host. */
async function applyCrawlDelay(transaction: Transaction, hostId: number, now: number): Promise<void> {
  const [row] = await transaction.all<{ readonly delay: number | null }>(
    'select max(crawl_delay_ms) as delay from host_robots where host_id = $1',
    [hostId],
  )
  const [host] = await lockWantedHosts(transaction, [hostId])
  if (host !== undefined) writeHosts(transaction, [{ ...host, robotsDelayMs: row?.delay ?? null }], now)
}

/** The robots.txt files that all processes on a database share. */
export function createRobotsStore(context: HostsContext): RobotsStore {
  return {
    async read(origin) {
      const state = await readRobots(context, origin)
      const lifetimeMs = state === null ? 0 : state.expiresAt - (await peekClock(context.database, context.settings))
      return state === null || lifetimeMs <= 0 ? null : { ...state, text: state.body, lifetimeMs }
    },
    write: async (origin, file) => void (await writeRobots(context, origin, file)),
  }
}
