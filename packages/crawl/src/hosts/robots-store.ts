import type { RobotsFile, RobotsStore } from '@canonist/web/internal/net/robots/robots-store'
import { findHost } from '@canonist/registry/internal/registry/spelling'
import { getHostIds } from '@canonist/registry/internal/registry/sql/hosts.sql'
import type { Transaction } from '@canonist/registry/internal/store/database'
import type { HostsContext } from './context.ts'
import { DAY, HOUR } from './settings.ts'
import { lockWantedHosts, wakeHosts, writeHosts } from './sql/clocks.sql.ts'
import { peekClock, readClock } from './sql/shared-clock.sql.ts'
import { findRobots, readCrawlDelay, type RobotsState, putRobots } from './sql/robots.sql.ts'

export type { RobotsState } from './sql/robots.sql.ts'

/** A longer Crawl-delay is not waited for. */
export const MAX_CRAWL_DELAY_MS = HOUR

export async function readRobots({ database }: HostsContext, origin: string): Promise<RobotsState | null> {
  return findRobots(database, origin)
}

export interface StoredRobots {
  readonly hostId: number
  readonly expiresAt: number
}

/** Stores a robots.txt for all processes, and applies its Crawl-delay to the host. */
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
    const expiresAt = now + lifetimeMs
    await putRobots(transaction, hostId, { origin, status, body: text, crawlDelayMs: delay, fetchedAt: now, expiresAt })
    await wakeHosts(transaction, [hostId], now)
    await applyCrawlDelay(transaction, hostId, now)
    return { hostId, expiresAt }
  })
}

async function applyCrawlDelay(transaction: Transaction, hostId: number, now: number): Promise<void> {
  const robotsDelayMs = await readCrawlDelay(transaction, hostId)
  const [host] = await lockWantedHosts(transaction, [hostId])
  if (host !== undefined) writeHosts(transaction, [{ ...host, robotsDelayMs }], now)
}

/** Creates the store of robots.txt files that all processes on a database share. */
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
