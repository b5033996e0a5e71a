import { findById } from '../registry/find.ts'
import { locatePages } from '../registry/locate-pages.ts'
import type { Alias } from '../registry/page-record.ts'
import { POISON_STRIKES } from './claim/expire-leases.ts'
import { type ClockDrift } from '../hosts/clock.ts'
import { peekClock, readDrift } from '../hosts/sql/read-clock.ts'
import type { FrontierContext } from './context.ts'
import { isPausedAt } from '../hosts/host-row.ts'
import { type FrontierUrl, streamUrls, formatTime } from './stream-urls.ts'
import { isFrontierReason, FRONTIER_REASONS } from './reasons.ts'
import { countStrikes, readLosses } from './sql/expiries.ts'
import { readLog, type LoggedEvent } from './sql/log.ts'
import { findHostClock } from './sql/read-host-clocks.ts'

/** Why a URL is in its state. Times are ISO 8601. */
export interface ExplainedUrl extends FrontierUrl {
  /** The state and its reason in a sentence or two. */
  readonly why: string
  /** Null where no worker was lost with it since its last result. */
  readonly suspicion: CrashSuspicion | null
  readonly hostState: HostState
  /** All its times are ahead by as much; null where the clock of the queue is right. */
  readonly clockDrift: ClockDrift | null
  /** What befell it other than being fetched as planned, the latest last. */
  readonly history: readonly LoggedEvent[]
  /** Everything that leads to its page. */
  readonly aliases: readonly Alias[]
}

/** The evidence against a URL whose workers were lost. */
export interface CrashSuspicion {
  /** Workers that had it since its last result and were lost. */
  readonly lostWorkers: number
  /** How many of them nothing else can be to blame for: five, and it is dead of `poison`. */
  readonly ownFault: number
  /** It is handed out alone, to a worker that does nothing else. */
  readonly isAlone: boolean
}

export interface HostState {
  readonly host: string
  /** When it may be asked again. */
  readonly allowedAt: string | null
  readonly heldUntil: string | null
  readonly worker: string | null
  readonly failures: number
  readonly failingSince: string | null
  readonly reason: string | null
  readonly isDown: boolean
  readonly isPaused: boolean
  /** When a pause ends by itself; null where it does not. */
  readonly pausedUntil: string | null
  readonly crawlDelayMs: number | null
}

const MAX_EVENTS = 100

export async function explainUrl(context: FrontierContext, url: string): Promise<ExplainedUrl | null> {
  // Who lost a conflict is asked about by its own URL, though another page stands for it.
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
  const parts: string[] = [STATE_TEXTS[url.state]]
  if (url.reason !== null && isFrontierReason(url.reason)) parts.push(FRONTIER_REASONS[url.reason].says)
  if (url.state === 'retry' && url.attempts > 0) parts.push(`It has failed ${url.attempts} times in a row.`)
  if (suspicion !== null && url.state !== 'dead') parts.push(...describeSuspicion(suspicion))
  if (host.isPaused) parts.push(`Its host is paused${host.pausedUntil === null ? '' : ` until ${host.pausedUntil}`}.`)
  else if (host.isDown && host.failures === 0) parts.push('Its host wants to be left alone.')
  else if (host.isDown) parts.push('Its host is down and is tried from time to time.')
  else if (host.worker !== null && host.heldUntil !== null) parts.push(`Its host is held until ${host.heldUntil}.`)
  return parts.join(' ')
}

function describeSuspicion({ lostWorkers, ownFault, isAlone }: CrashSuspicion): string[] {
  const lost = lostWorkers === 1 ? 'The worker that had it was lost.' : `${lostWorkers} workers that had it were lost.`
  const blame = `For ${ownFault} of them nothing else can be to blame; after ${POISON_STRIKES} it is dead.`
  const alone = 'It may have killed them, so it is only handed out alone, to a worker that has nothing else under way.'
  return isAlone ? [lost, alone, blame] : [lost]
}

const STATE_TEXTS = {
  pending: 'It waits for its turn.',
  leased: 'A worker has it.',
  fetched: 'It was fetched.',
  retry: 'It will be tried again.',
  dead: 'It is not tried again unless somebody requeues it.',
  excluded: 'It is left out.',
} as const
