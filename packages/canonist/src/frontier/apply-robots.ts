import type { Transaction } from '../store/database.ts'
import { readClock } from './clock.ts'
import { HostNews } from './complete/settle-hosts.ts'
import type { FrontierContext } from './context.ts'
import { CountChanges } from './sql/counts.ts'
import { jsonIds, jsonOf } from './sql/json-rows.ts'
import { lockFreeUrls } from './sql/lock-urls.ts'
import { writeLog } from './sql/log.ts'

/** Of the URLs of an origin: how many were left out, and how many were taken back. */
export interface RobotsEffect {
  readonly excluded: number
  readonly returned: number
}

export interface RobotsRule {
  readonly origin: string
  readonly hostId: number
  /** When what is left out is looked at again. */
  readonly expiresAt: number
  readonly mayFetch: (url: string) => boolean
}

const URLS_AT_ONCE = 1000

/** In portions: a host may have very many URLs. */
export async function applyRobots(context: FrontierContext, rule: RobotsRule): Promise<RobotsEffect> {
  const total = { excluded: 0, returned: 0 }
  let changed: Misplaced[] = []
  const flush = async (): Promise<void> => {
    const { excluded, returned } = await replace(context, changed, rule)
    total.excluded += excluded
    total.returned += returned
    changed = []
  }
  for await (const url of urlsOf(context, rule)) {
    const isAllowed = rule.mayFetch(url.fetch_url)
    if (isAllowed === (url.state !== 'excluded')) continue
    changed.push({ ...url, isAllowed })
    if (changed.length >= URLS_AT_ONCE) await flush()
  }
  await flush()
  return total
}

interface QueuedUrl {
  readonly page_id: number
  readonly state: 'pending' | 'retry' | 'excluded'
  readonly reason: string | null
  readonly fetch_url: string
}

type Misplaced = QueuedUrl & { readonly isAllowed: boolean }

/** All of the origin that waits to be fetched, or would if robots.txt let it; what was fetched stays so until its next visit. */
function urlsOf({ database }: FrontierContext, { hostId, origin }: RobotsRule): AsyncIterable<QueuedUrl> {
  return database.stream<QueuedUrl>(
    `select u.page_id, u.state, u.reason, p.fetch_url from frontier_urls u join pages p on p.id = u.page_id
     where u.host_id = $1 and u.due_at is not null and substr(p.fetch_url, 1, length($2)) = $2
       and (u.state in ('pending', 'retry') or (u.state = 'excluded' and u.reason = 'robots_disallowed'))`,
    [hostId, `${origin}/`],
  )
}

async function replace(
  { database, settings, slot }: FrontierContext,
  urls: readonly Misplaced[],
  { hostId, expiresAt }: RobotsRule,
): Promise<RobotsEffect> {
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
    writeLog(
      transaction,
      [
        ...excluded.map((id) => ({ id, event: 'excluded', reason: 'robots_disallowed' }) as const),
        ...returned.map((id) => ({ id, event: 'allowed' }) as const),
      ],
      now,
    )
    news.look(hostId)
    await news.write(transaction, settings, now)
    counts.write(transaction, slot)
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
    `due_at is not null and state in ${first.isAllowed ? "('excluded')" : "('pending', 'retry')"}`,
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
