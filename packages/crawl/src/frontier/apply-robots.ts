import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from '@canonist/registry/internal/store/database'
import { readClock } from '../hosts/sql/shared-clock.sql.ts'
import { HostUpdates } from '../hosts/host-updates.ts'
import type { FrontierContext } from './context.ts'
import {
  readRobotsCandidates,
  writeRobotsState,
  type DuePosition,
  type RobotsCandidate,
  lockFreeUrls,
  IS_EXCLUDED_FOR_NOW,
  IS_WAITING,
} from './sql/urls.sql.ts'
import { CountChanges } from './sql/counts.sql.ts'
import { writeLog } from './sql/log.sql.ts'

/** How many URLs of an origin were excluded, and how many were restored. */
export interface RobotsEffect {
  readonly excluded: number
  readonly returned: number
}

export interface RobotsRule {
  readonly origin: string
  readonly hostId: number
  /** When excluded URLs are checked again. */
  readonly expiresAt: number
  readonly mayFetch: (url: string) => boolean
}

const URLS_AT_ONCE = 1000
const ABOVE_ALL_PRIORITIES = 3

/** Testing URLs blocks the event loop for at most this long, plus one URL. */
const MAX_BLOCKING_MS = 10

/**
 * Tests and changes the URLs of an origin in batches, because a host may have very many. No transaction is open while `mayFetch` runs,
 * and the event loop is not blocked between URLs, so that heartbeats and other hosts do not wait.
 */
export async function applyRobots(context: FrontierContext, rule: RobotsRule): Promise<RobotsEffect> {
  const total = { excluded: 0, returned: 0 }
  for await (const urls of readBatches(context, rule)) {
    const { excluded, returned } = await changeMisplaced(context, await findMisplaced(urls, rule), rule)
    total.excluded += excluded
    total.returned += returned
  }
  return total
}

type MisplacedUrl = RobotsCandidate & { readonly isAllowed: boolean }

async function findMisplaced(urls: readonly RobotsCandidate[], { mayFetch }: RobotsRule): Promise<MisplacedUrl[]> {
  const misplaced: MisplacedUrl[] = []
  let since = performance.now()
  for (const url of urls) {
    const isAllowed = mayFetch(url.fetch_url)
    if (isAllowed !== (url.state !== 'excluded')) misplaced.push({ ...url, isAllowed })
    if (performance.now() - since < MAX_BLOCKING_MS) continue
    await nextTurn()
    since = performance.now()
  }
  return misplaced
}

/**
 * Continues with the last URL of the previous batch. A URL that was just excluded is due when
 * robots.txt expires, a position that has already been passed, so it is not tested again.
 */
async function* readBatches(
  { database }: FrontierContext,
  { hostId, origin }: RobotsRule,
): AsyncGenerator<readonly RobotsCandidate[]> {
  let before: DuePosition = { priority: ABOVE_ALL_PRIORITIES, due_at: 0, page_id: 0 }
  for (;;) {
    const urls = await readRobotsCandidates(database, { hostId, origin, before, limit: URLS_AT_ONCE })
    yield urls
    const last = urls.at(-1)
    if (last === undefined || urls.length < URLS_AT_ONCE) return
    before = last
    await nextTurn()
  }
}

async function changeMisplaced(
  { database, settings, slot }: FrontierContext,
  urls: readonly MisplacedUrl[],
  { hostId, expiresAt }: RobotsRule,
): Promise<RobotsEffect> {
  if (urls.length === 0) return { excluded: 0, returned: 0 }
  return database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    const [counts, updates] = [new CountChanges(), new HostUpdates()]
    const excluded = await moveFreeUrls(
      transaction,
      urls.filter((url) => !url.isAllowed),
      expiresAt,
      counts,
    )
    const returned = await moveFreeUrls(
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
    updates.recheck(hostId)
    await updates.write(transaction, settings, now)
    counts.write(transaction, slot)
    return { excluded: excluded.length, returned: returned.length }
  })
}

/** Skips leased URLs: their worker checks robots.txt itself. Returns the ids of the changed URLs. */
async function moveFreeUrls(
  transaction: Transaction,
  urls: readonly MisplacedUrl[],
  dueAt: number,
  counts: CountChanges,
): Promise<number[]> {
  const [first] = urls
  if (first === undefined) return []
  const to = first.isAllowed ? ALLOWED : DISALLOWED
  const free = await lockFreeUrls(
    transaction,
    urls.map(({ page_id }) => page_id),
    first.isAllowed ? IS_EXCLUDED_FOR_NOW : IS_WAITING,
  )
  const ids = free.map(({ page_id }) => page_id)
  await writeRobotsState(transaction, ids, to, dueAt)
  for (const url of free) counts.move(url, to)
  return ids
}

const ALLOWED = { state: 'pending', reason: null } as const
const DISALLOWED = { state: 'excluded', reason: 'robots_disallowed' } as const
