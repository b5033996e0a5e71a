import { findById } from '../registry/find.ts'
import { locate } from '../registry/locate.ts'
import { isoTime } from '../registry/page-rows.ts'
import type { Alias } from '../registry/page-record.ts'
import { POISON_STRIKES } from './claim/expire.ts'
import { type ClockDrift, peekClock, readDrift } from '../hosts/clock.ts'
import type { FrontierContext } from './context.ts'
import { isPausedAt } from '../hosts/host-row.ts'
import { type FrontierUrl, list, timeOf } from './list.ts'
import { isReason, REASONS } from './reasons.ts'
import { countStrikes } from './sql/expiries.ts'

/** Why a URL is in its state. Times are ISO 8601. */
export interface UrlStory extends FrontierUrl {
  /** The state and its reason in a sentence or two. */
  readonly why: string
  /** Null where no worker was lost with it since its last result. */
  readonly suspicion: Suspicion | null
  readonly hostState: HostState
  /** All its times are ahead by as much; null where the clock of the queue is right. */
  readonly clockDrift: ClockDrift | null
  /** What befell it other than being fetched as planned, the latest last. */
  readonly history: readonly StoryEvent[]
  /** Everything that leads to its page. */
  readonly aliases: readonly Alias[]
}

/** The evidence against a URL whose workers were lost. */
export interface Suspicion {
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

export interface StoryEvent {
  readonly at: string
  readonly event: string
  readonly reason: string | null
  readonly httpStatus: number | null
  readonly detail: string | null
}

const MOST_EVENTS = 100

export async function explain(context: FrontierContext, url: string): Promise<UrlStory | null> {
  // Who lost a conflict is asked about by its own URL, though another page stands for it.
  const [id] = await locate(context.registry, [url], true)
  if (id === undefined || id === null) return null
  const found = await urlById(context, id)
  if (found === null) return null
  const hostState = await hostStateOf(context, found.host)
  const page = await findById(context.registry, found.mergedInto ?? id)
  const suspicion = await suspicionOf(context, id)
  const why = whyOf(found, hostState, suspicion)
  const clockDrift = await readDrift(context.database, context.settings)
  return {
    ...found,
    why,
    suspicion,
    hostState,
    clockDrift,
    history: await historyOf(context, id),
    aliases: page?.aliases ?? [],
  }
}

async function urlById(context: FrontierContext, id: number): Promise<FrontierUrl | null> {
  for await (const url of list(context, { ids: [id] })) return url
  return null
}

interface SuspicionRow {
  readonly lost: number
  readonly is_suspect: number
}

async function suspicionOf({ database }: FrontierContext, id: number): Promise<Suspicion | null> {
  const [row] = await database.all<SuspicionRow>(
    `select claims - case when lease_token is null then 0 else 1 end as lost, is_suspect
     from frontier_urls where page_id = $1`,
    [id],
  )
  if (row === undefined || row.lost === 0) return null
  const ownFault = (await countStrikes(database, [id])).get(id) ?? 0
  return { lostWorkers: row.lost, ownFault, isAlone: row.is_suspect === 1 }
}

interface HostRow {
  readonly allowed_at: number
  readonly held_by: number | null
  readonly held_until: number | null
  readonly worker: string | null
  readonly failures: number
  readonly failing_since: number | null
  readonly reason: string | null
  readonly is_down: number
  readonly is_paused: number
  readonly paused_until: number | null
  readonly robots_delay_ms: number | null
}

async function hostStateOf({ database, settings }: FrontierContext, host: string): Promise<HostState> {
  const [row] = await database.all<HostRow>(
    `select h.allowed_at, h.held_by, h.held_until, h.worker, h.failures, h.failing_since, h.reason, h.is_down, h.is_paused,
       h.paused_until, h.robots_delay_ms from host_clocks h join hosts n on n.id = h.host_id where n.host = $1`,
    [host],
  )
  const now = await peekClock(database, settings)
  const isPaused =
    row !== undefined && isPausedAt({ isPaused: row.is_paused === 1, pausedUntil: row.paused_until }, now)
  return {
    host,
    allowedAt: timeOf(row?.allowed_at ?? null),
    heldUntil: timeOf(row?.held_until ?? null),
    worker: row?.worker ?? null,
    failures: row?.failures ?? 0,
    failingSince: timeOf(row?.failing_since ?? null),
    reason: row?.reason ?? null,
    isDown: row?.is_down === 1,
    isPaused,
    pausedUntil: isPaused ? timeOf(row.paused_until) : null,
    crawlDelayMs: row?.robots_delay_ms ?? null,
  }
}

interface LogRow {
  readonly at: number
  readonly event: string
  readonly reason: string | null
  readonly http_status: number | null
  readonly detail: string | null
}

async function historyOf({ database }: FrontierContext, id: number): Promise<StoryEvent[]> {
  const rows = await database.all<LogRow>(
    `select at, event, reason, http_status, detail from frontier_log where page_id = $1 order by id desc limit ${MOST_EVENTS}`,
    [id],
  )
  return rows.toReversed().map(({ at, event, reason, http_status: httpStatus, detail }) => ({
    at: isoTime(at),
    event,
    reason,
    httpStatus,
    detail,
  }))
}

function whyOf(url: FrontierUrl, host: HostState, suspicion: Suspicion | null): string {
  const parts: string[] = [STATE_SAYS[url.state]]
  if (url.reason !== null && isReason(url.reason)) parts.push(REASONS[url.reason].says)
  if (url.state === 'retry' && url.attempts > 0) parts.push(`It has failed ${url.attempts} times in a row.`)
  if (suspicion !== null && url.state !== 'dead') parts.push(...suspicionSays(suspicion))
  if (host.isPaused) parts.push(`Its host is paused${host.pausedUntil === null ? '' : ` until ${host.pausedUntil}`}.`)
  else if (host.isDown && host.failures === 0) parts.push('Its host wants to be left alone.')
  else if (host.isDown) parts.push('Its host is down and is tried from time to time.')
  else if (host.worker !== null && host.heldUntil !== null) parts.push(`Its host is held until ${host.heldUntil}.`)
  return parts.join(' ')
}

function suspicionSays({ lostWorkers, ownFault, isAlone }: Suspicion): string[] {
  const lost = lostWorkers === 1 ? 'The worker that had it was lost.' : `${lostWorkers} workers that had it were lost.`
  const blame = `For ${ownFault} of them nothing else can be to blame; after ${POISON_STRIKES} it is dead.`
  const alone = 'It may have killed them, so it is only handed out alone, to a worker that has nothing else under way.'
  return isAlone ? [lost, alone, blame] : [lost]
}

const STATE_SAYS = {
  pending: 'It waits for its turn.',
  leased: 'A worker has it.',
  fetched: 'It was fetched.',
  retry: 'It will be tried again.',
  dead: 'It is not tried again unless somebody requeues it.',
  excluded: 'It is left out.',
} as const
