import { hostOf } from '../registry/spelling.ts'
import type { Transaction } from '../store/database.ts'
import { readClock } from './clock.ts'
import { HostNews } from './complete/settle-hosts.ts'
import type { FrontierContext } from './context.ts'
import { lockHosts, writeHosts } from './hosts/host-rows.ts'
import { DAY, HOUR, type Settings } from './settings.ts'
import { CountChanges } from './sql/counts.ts'
import { jsonIds, jsonOf } from './sql/json-rows.ts'
import { lockFreeUrls } from './sql/lock-urls.ts'
import { writeLog } from './sql/log.ts'
import { hostIdsOf } from './sql/schedule-anew.ts'
import { wakeHosts } from './sql/wake-hosts.ts'

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

const URLS_AT_ONCE = 1000

export async function recordRobots(
  context: FrontierContext,
  origin: string,
  news: RobotsNews,
): Promise<{ readonly excluded: number; readonly returned: number }> {
  const { database, settings } = context
  const { hostId, expiresAt } = await database.transaction((transaction) => keep(transaction, origin, news, settings))
  const total = { excluded: 0, returned: 0 }
  if (news.mayFetch === undefined) return total
  let changed: Misplaced[] = []
  const flush = async (): Promise<void> => {
    const { excluded, returned } = await replace(context, changed, hostId, expiresAt)
    total.excluded += excluded
    total.returned += returned
    changed = []
  }
  for await (const url of urlsOf(context, hostId, origin)) {
    const isAllowed = news.mayFetch(url.fetch_url)
    if (isAllowed === (url.state !== 'excluded')) continue
    changed.push({ ...url, isAllowed })
    if (changed.length >= URLS_AT_ONCE) await flush()
  }
  await flush()
  return total
}

async function keep(
  transaction: Transaction,
  origin: string,
  { status, body, crawlDelayMs = null, lifetimeMs = DAY }: RobotsNews,
  settings: Settings,
): Promise<{ readonly hostId: number; readonly expiresAt: number }> {
  const now = await readClock(transaction, settings)
  const host = hostOf(origin)
  const hostId = (await hostIdsOf(transaction, [host])).get(host) ?? 0
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
  const [host] = await lockHosts(transaction, [hostId])
  if (host !== undefined) await writeHosts(transaction, [{ ...host, robotsDelayMs: row?.delay ?? null }], now)
}

interface QueuedUrl {
  readonly page_id: number
  readonly state: 'pending' | 'fetched' | 'retry' | 'excluded'
  readonly reason: string | null
  readonly fetch_url: string
}

type Misplaced = QueuedUrl & { readonly isAllowed: boolean }

/** All of the origin that may be fetched some day, or would be if robots.txt let it. */
function urlsOf({ database }: FrontierContext, hostId: number, origin: string): AsyncIterable<QueuedUrl> {
  return database.stream<QueuedUrl>(
    `select u.page_id, u.state, u.reason, p.fetch_url from frontier_urls u join pages p on p.id = u.page_id
     where u.host_id = $1 and u.due_at is not null and substr(p.fetch_url, 1, length($2)) = $2
       and (u.state <> 'excluded' or u.reason = 'robots_disallowed')`,
    [hostId, `${origin}/`],
  )
}

async function replace(
  { database, settings, slot }: FrontierContext,
  urls: readonly Misplaced[],
  hostId: number,
  expiresAt: number,
): Promise<{ readonly excluded: number; readonly returned: number }> {
  if (urls.length === 0) return { excluded: 0, returned: 0 }
  return database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    const [counts, news] = [new CountChanges(), new HostNews()]
    const excluded = await change(
      transaction,
      urls.filter((url) => !url.isAllowed),
      expiresAt,
      counts,
    )
    const returned = await change(
      transaction,
      urls.filter((url) => url.isAllowed),
      now,
      counts,
    )
    await writeLog(
      transaction,
      [
        ...excluded.map((id) => ({ id, event: 'excluded', reason: 'robots_disallowed' }) as const),
        ...returned.map((id) => ({ id, event: 'allowed' }) as const),
      ],
      now,
    )
    news.look(hostId)
    await news.write(transaction, settings, now)
    await counts.write(transaction, slot)
    return { excluded: excluded.length, returned: returned.length }
  })
}

/** Leased ones are left alone: whoever has them asks robots.txt by themselves. Tells which were changed. */
async function change(
  transaction: Transaction,
  urls: readonly Misplaced[],
  dueAt: number,
  counts: CountChanges,
): Promise<number[]> {
  const [first] = urls
  if (first === undefined) return []
  const to = first.isAllowed ? ALLOWED : DISALLOWED
  const free = await lockFreeUrls(
    transaction,
    urls.map(({ page_id }) => page_id),
    `due_at is not null and state ${first.isAllowed ? '=' : '<>'} 'excluded'`,
  )
  const ids = free.map(({ page_id }) => page_id)
  await transaction.run(
    `update frontier_urls set state = $2, reason = $3, due_at = $4, attempts = 0
     where page_id in ${jsonIds(transaction.dialect, '$1')}`,
    [jsonOf(ids), to.state, to.reason, dueAt],
  )
  for (const url of free) counts.move(url, to)
  return ids
}

const ALLOWED = { state: 'pending', reason: null } as const
const DISALLOWED = { state: 'excluded', reason: 'robots_disallowed' } as const
