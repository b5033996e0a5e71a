import type { Transaction } from '@canonist/registry/internal/store/database'
import { expireLeases } from './claim/expire-leases.ts'
import { countDueSuspects } from './sql/suspects.sql.ts'
import { peekClock, readClock, readClockAndDelay } from '../hosts/sql/shared-clock.sql.ts'
import type { FrontierContext } from './context.ts'
import { reconcileRekey } from './reconcile-rekey.ts'
import { applySharedDelay } from '../hosts/shared-delay.ts'
import { CountChanges } from './sql/counts.sql.ts'
import { lockExpiredHolds } from './sql/leases.sql.ts'
import {
  lockFreeUrls,
  endSpreading,
  findUnspreadIds,
  lockSpreadingHost,
  spreadToUrls,
  type SpreadingHost,
} from './sql/urls.sql.ts'
import { deleteOldLog, writeLog } from './sql/log.sql.ts'
import { expireHold } from '../hosts/host-row.ts'
import { writeHosts, lockWantedHosts } from '../hosts/sql/clocks.sql.ts'

export interface SweepReport {
  /** URLs whose lease expired because their worker was lost. */
  readonly expired: number
  readonly poisoned: number
  /** URLs that now wait for a host that is down. `dead`: those that died with it. */
  readonly waiting: number
  readonly dead: number
  /** URLs that changed because of a rekey. */
  readonly reconciled: number
  /** Suspects that are due: URLs that are handed out alone. Counted up to 1,000. */
  readonly suspects: number
}

const HOSTS_AT_ONCE = 500
const URLS_AT_ONCE = 1000

export async function sweep(context: FrontierContext): Promise<SweepReport> {
  const reconciled = await reconcileRekey(context)
  const leases = await expireAll(context)
  const hosts = { waiting: 0, dead: 0 }
  for (;;) {
    const spread = await context.database.transaction((transaction) => spreadBatch(context, transaction))
    if (spread === null) break
    hosts[spread.to === 'dead' ? 'dead' : 'waiting'] += spread.urls
  }
  await deleteOldLog(
    context.database,
    (await peekClock(context.database, context.settings)) - context.settings.keepLogMs,
  )
  return { ...leases, ...hosts, reconciled, suspects: await countDueSuspects(context.database, context.settings) }
}

async function expireAll(context: FrontierContext): Promise<{ expired: number; poisoned: number }> {
  const total = { expired: 0, poisoned: 0 }
  for (;;) {
    const some = await context.database.transaction((transaction) => expireBatch(context, transaction))
    total.expired += some.expired
    total.poisoned += some.poisoned
    if (some.holds < HOSTS_AT_ONCE) return total
  }
}

async function expireBatch(
  { settings: own, slot }: FrontierContext,
  transaction: Transaction,
): Promise<{ expired: number; poisoned: number; holds: number }> {
  const { now, ...pause } = await readClockAndDelay(transaction, own)
  const settings = applySharedDelay(own, pause, now)
  const holds = await lockExpiredHolds(transaction, now, HOSTS_AT_ONCE)
  const counts = new CountChanges()
  const report = await expireLeases(transaction, holds, { settings, now, counts })
  const hosts = await lockWantedHosts(
    transaction,
    holds.map(({ host_id }) => host_id),
  )
  writeHosts(
    transaction,
    hosts.map((host) => expireHold(host, settings)),
    now,
  )
  counts.write(transaction, slot)
  return { ...report, holds: holds.length }
}

/** Updates the next URLs of a host that went down; null if there is no such host. */
async function spreadBatch(
  { settings, slot }: FrontierContext,
  transaction: Transaction,
): Promise<{ to: 'retry' | 'dead'; urls: number } | null> {
  const host = await lockSpreadingHost(transaction)
  if (host === null) return null
  const now = await readClock(transaction, settings)
  const ids = await findUnspreadIds(transaction, host, URLS_AT_ONCE)
  if (ids.length < URLS_AT_ONCE) await endSpreading(transaction, host)
  const counts = new CountChanges()
  const urls = await spreadHostState(transaction, host, ids, now, counts)
  counts.write(transaction, slot)
  return { to: host.spreads, urls }
}

async function spreadHostState(
  transaction: Transaction,
  host: SpreadingHost,
  ids: readonly number[],
  now: number,
  counts: CountChanges,
): Promise<number> {
  const urls = await lockFreeUrls(transaction, ids)
  if (urls.length === 0) return 0
  await spreadToUrls(
    transaction,
    host,
    urls.map(({ page_id }) => page_id),
  )
  const { host_id, reason, spreads: state } = host
  for (const url of urls) counts.move(url, { state, reason })
  const detail = state === 'dead' ? 'the host has been down for too long' : 'the host is down'
  writeLog(
    transaction,
    urls.map(({ page_id }) => ({ id: page_id, event: state, reason, detail })),
    now,
  )
  if (state === 'dead') writeHosts(transaction, await lockWantedHosts(transaction, [host_id]), now)
  return urls.length
}
