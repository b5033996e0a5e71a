import { findById } from '@canonist/registry/internal/registry/find'
import { locatePages } from '@canonist/registry/internal/registry/locate-pages'
import type { Alias } from '@canonist/registry/internal/registry/page-record'
import { POISON_STRIKES } from './claim/expire-leases.ts'
import { type ClockDrift } from '../hosts/clock.ts'
import { peekClock, readDrift } from '../hosts/sql/shared-clock.sql.ts'
import type { FrontierContext } from './context.ts'
import { isPausedAt } from '../hosts/host-row.ts'
import { type FrontierUrl, streamUrls, formatTime } from './stream-urls.ts'
import { isFrontierReason, FRONTIER_REASONS } from './reasons.ts'
import { countStrikes, readLosses } from './sql/expiries.sql.ts'
import { readLog, type LoggedEvent } from './sql/log.sql.ts'
import { findHostClock } from './sql/clocks.sql.ts'

/** Why a URL is in its state. Times are ISO 8601. */
export interface ExplainedUrl extends FrontierUrl {
  /** The state and its reason in one or two sentences. */
  readonly why: string
  /** Null if no worker was lost with the URL since its last result. */
  readonly suspicion: CrashSuspicion | null
  readonly hostState: HostState
  /** How far all its times are ahead of the system clock; null if the clock of the queue is right. */
  readonly clockDrift: ClockDrift | null
  /** Everything except successful fetches, oldest first. */
  readonly history: readonly LoggedEvent[]
  /** All URLs that lead to its page. */
  readonly aliases: readonly Alias[]
}

/** The evidence that a URL crashes its workers. */
export interface CrashSuspicion {
  /** Workers that were lost with the URL since its last result. */
  readonly lostWorkers: number
  /** How many of them no other URL can have caused. After five the URL is dead with the reason `poison`. */
  readonly ownFault: number
  /** Whether it is handed out alone, to a worker that is doing nothing else. */
  readonly isAlone: boolean
}

export interface HostState {
  readonly host: string
  /** When it may get its next request. */
  readonly allowedAt: string | null
  readonly heldUntil: string | null
  readonly worker: string | null
  readonly failures: number
  readonly failingSince: string | null
  readonly reason: string | null
  readonly isDown: boolean
  readonly isPaused: boolean
  /** When the pause ends; null if a person must resume the host. */
  readonly pausedUntil: string | null
  readonly crawlDelayMs: number | null
}

const MAX_EVENTS = 100

export async function explainUrl(context: FrontierContext, url: string): Promise<ExplainedUrl | null> {
  // A merged URL is explained by its own row, not by that of the page it was merged into.
  const [id] = await locatePages(context.registry, [url], true)
  if (id === undefined || id === null) return null
  const found = await findUrl(context, id)
  if (found === null) return null
  const hostState = await readHostState(context, found.host)
  const page = await findById(context.registry, found.mergedInto ?? id)
  const suspicion = await readSuspicion(context, id)
  const why = describeState(found, hostState, suspicion)
  const clockDrift = await readDrift(context.database, context.settings)
  return {
    ...found,
    why,
    suspicion,
    hostState,
    clockDrift,
    history: await readLog(context.database, id, MAX_EVENTS),
    aliases: page?.aliases ?? [],
  }
}

async function findUrl(context: FrontierContext, id: number): Promise<FrontierUrl | null> {
  for await (const url of streamUrls(context, { ids: [id] })) return url
  return null
}

async function readSuspicion({ database }: FrontierContext, id: number): Promise<CrashSuspicion | null> {
  const found = await readLosses(database, id)
  if (found === null || found.lost === 0) return null
  const ownFault = (await countStrikes(database, [id])).get(id) ?? 0
  return { lostWorkers: found.lost, ownFault, isAlone: found.is_suspect === 1 }
}

async function readHostState({ database, settings }: FrontierContext, host: string): Promise<HostState> {
  const row = await findHostClock(database, host)
  const now = await peekClock(database, settings)
  const isPaused = row !== null && isPausedAt({ isPaused: row.is_paused === 1, pausedUntil: row.paused_until }, now)
  return {
    host,
    allowedAt: formatTime(row?.allowed_at ?? null),
    heldUntil: formatTime(row?.held_until ?? null),
    worker: row?.worker ?? null,
    failures: row?.failures ?? 0,
    failingSince: formatTime(row?.failing_since ?? null),
    reason: row?.reason ?? null,
    isDown: row?.is_down === 1,
    isPaused,
    pausedUntil: isPaused ? formatTime(row.paused_until) : null,
    crawlDelayMs: row?.robots_delay_ms ?? null,
  }
}

function describeState(url: FrontierUrl, host: HostState, suspicion: CrashSuspicion | null): string {
  const parts: string[] = [url.state === 'dead' && url.dueAt !== null ? UNCONFIRMED : STATE_TEXTS[url.state]]
  if (url.reason !== null && isFrontierReason(url.reason)) parts.push(FRONTIER_REASONS[url.reason].says)
  if (url.state === 'retry' && url.attempts > 0)
    parts.push(`It has failed ${url.attempts === 1 ? 'once' : `${url.attempts} times in a row`}.`)
  if (suspicion !== null && url.state !== 'dead') parts.push(...describeSuspicion(suspicion))
  if (host.isPaused) parts.push(`Its host is paused${host.pausedUntil === null ? '' : ` until ${host.pausedUntil}`}.`)
  else if (host.isDown && host.failures === 0) parts.push('Its host asked for a long pause, or for several in a row.')
  else if (host.isDown) parts.push('Its host is down and is retried from time to time.')
  else if (host.worker !== null && host.heldUntil !== null) parts.push(`Its host is held until ${host.heldUntil}.`)
  return parts.join(' ')
}

function describeSuspicion({ lostWorkers, ownFault, isAlone }: CrashSuspicion): string[] {
  const lost = lostWorkers === 1 ? 'The worker that had it was lost.' : `${lostWorkers} workers that had it were lost.`
  const blame = `For ${ownFault} of them, no other URL can be the cause; after ${POISON_STRIKES} it is dead.`
  const alone = 'It may have crashed them, so it is handed out alone, to a worker that is doing nothing else.'
  return isAlone ? [lost, alone, blame] : [lost]
}

/** Of a dead URL that is due again. */
const UNCONFIRMED = 'The URL is dead, and is requested again to confirm that.'

const STATE_TEXTS = {
  pending: 'The URL waits for its turn.',
  leased: 'A worker is fetching the URL.',
  fetched: 'The URL was fetched.',
  retry: 'The URL will be retried.',
  dead: 'The URL is not retried unless you requeue it.',
  excluded: 'The URL is excluded from the crawl.',
} as const
