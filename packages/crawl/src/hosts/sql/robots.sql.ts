import type { Session, Transaction } from '@canonist/registry/internal/store/database'

/** The stored robots.txt of an origin. */
export interface RobotsState {
  readonly origin: string
  readonly status: number | null
  readonly body: string | null
  readonly crawlDelayMs: number | null
  readonly fetchedAt: number
  readonly expiresAt: number
}

interface RobotsRow {
  readonly origin: string
  readonly status: number | null
  readonly body: string | null
  readonly crawl_delay_ms: number | null
  readonly fetched_at: number
  readonly expires_at: number
}

const COLUMNS = 'origin, status, body, crawl_delay_ms, fetched_at, expires_at'

export async function findRobots(session: Session, origin: string): Promise<RobotsState | null> {
  const [row] = await session.all<RobotsRow>(`select ${COLUMNS} from host_robots where origin = $1`, [origin])
  return row === undefined ? null : toState(row)
}

/** The files of one host, one for each of its origins. */
export async function listRobots(session: Session, hostId: number): Promise<RobotsState[]> {
  const sql = `select ${COLUMNS} from host_robots where host_id = $1 order by origin`
  return (await session.all<RobotsRow>(sql, [hostId])).map(toState)
}

function toState(row: RobotsRow): RobotsState {
  const { origin, status, body, crawl_delay_ms: crawlDelayMs, fetched_at: fetchedAt, expires_at: expiresAt } = row
  return { origin, status, body, crawlDelayMs, fetchedAt, expiresAt }
}

/** The longest Crawl-delay of the origins of a host: http and https share one host. */
export async function readCrawlDelay(session: Session, hostId: number): Promise<number | null> {
  const [row] = await session.all<{ readonly delay: number | null }>(
    'select max(crawl_delay_ms) as delay from host_robots where host_id = $1',
    [hostId],
  )
  return row?.delay ?? null
}

/** Stores the robots.txt of an origin in place of the previous one. */
export async function putRobots(transaction: Transaction, hostId: number, robots: RobotsState): Promise<void> {
  const { origin, status, body, crawlDelayMs, fetchedAt, expiresAt } = robots
  await transaction.run(
    `insert into host_robots (origin, host_id, status, body, crawl_delay_ms, fetched_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (origin) do update set status = excluded.status, body = excluded.body,
       crawl_delay_ms = excluded.crawl_delay_ms, fetched_at = excluded.fetched_at, expires_at = excluded.expires_at`,
    [origin, hostId, status, body, crawlDelayMs, fetchedAt, expiresAt],
  )
}
