import type { Transaction } from '@canonist/registry/internal/store/database'
import type { RobotsState } from './read-robots.ts'

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
