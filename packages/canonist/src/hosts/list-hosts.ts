import { streamFacts, type NamedFact } from '../registry/sql/read-facts.ts'
import { readHost } from '../registry/read-host.ts'
import { isoTime } from '../text/iso-time.ts'
import { peekClock } from './clock.ts'
import type { HostsContext } from './context.ts'
import { isPausedAt } from './host-row.ts'
import { computeDelay } from './pace.ts'
import { readRobotsOfHost, type RobotsState } from './robots-store.ts'

/** How a host is treated, for people. Times are ISO 8601. */
export interface HostSummary {
  readonly host: string
  /**
   * `free`: a request may be sent now. `held`: one is being sent. `waiting`: the delay has not passed. `resting`: the host asked for
   * quiet or is failing. `paused`: a person has paused it.
   */
  readonly state: 'free' | 'held' | 'waiting' | 'resting' | 'paused'
  /** When the next request may be sent, as far as the clock tells; null: now, or not before a person resumes the host. */
  readonly nextRequestAt: string | null
  /** Until when a person has paused it; null: not at all, or until it is resumed. */
  readonly pausedUntil: string | null
  /** The least time between two requests, in milliseconds: what holds, what a person has set, and what robots.txt asks for. */
  readonly delayMs: number
  readonly ownDelayMs: number | null
  readonly robotsDelayMs: number | null
  /** Requests in a row that failed, since when, and why the host rests; the reason may also be that it asked for quiet. */
  readonly failures: number
  readonly failingSince: string | null
  readonly reason: string | null
  /** Nobody waits for the host: it is tried from time to time. */
  readonly isDown: boolean
  /** Who has URLs of the host leased, and how many. */
  readonly worker: string | null
  readonly leases: number
}

export interface HostRobots {
  readonly origin: string
  readonly status: number | null
  readonly crawlDelayMs: number | null
  readonly text: string | null
  readonly fetchedAt: string
  readonly expiresAt: string
}

export interface HostDetails extends HostSummary {
  readonly robots: readonly HostRobots[]
  readonly facts: readonly NamedFact[]
}

export interface HostFilter {
  /** Hosts whose names begin with this. */
  readonly q?: string | undefined
}

export interface HostListOptions extends HostFilter {
  /** The `next` of the page before. */
  readonly after?: string | undefined
  /** 50 where it is not given; at most 1000. */
  readonly limit?: number | undefined
}

export interface HostListPart {
  readonly items: readonly HostSummary[]
  /** For `after`; null where this is the last page. */
  readonly next: string | null
}

interface Stored {
  readonly id: number
  readonly host: string
  readonly allowed_at: number | null
  readonly held_by: number | null
  readonly inflight: number | null
  readonly worker: string | null
  readonly robots_delay_ms: number | null
  readonly delay_ms: number | null
  readonly failures: number | null
  readonly failing_since: number | null
  readonly reason: string | null
  readonly is_down: number | null
  readonly is_paused: number | null
  readonly paused_until: number | null
}

const SELECT = `select n.id, n.host, h.allowed_at, h.held_by, h.inflight, h.worker, h.robots_delay_ms, h.delay_ms, h.failures,
    h.failing_since, h.reason, h.is_down, h.is_paused, h.paused_until
  from hosts n left join host_clocks h on h.host_id = n.id`

export async function getHost(context: HostsContext, host: string): Promise<HostDetails | null> {
  const { database, settings } = context
  const [row] = await database.all<Stored>(`${SELECT} where n.host = $1`, [readHost(host)])
  if (row === undefined) return null
  const robots = await readRobotsOfHost(context, row.id)
  return {
    ...toSummary(row, context, await peekClock(database, settings)),
    robots: robots.map(toHostRobots),
    facts: await collectFacts(context, row.host),
  }
}

function toHostRobots({ origin, status, crawlDelayMs, body, fetchedAt, expiresAt }: RobotsState): HostRobots {
  return {
    origin,
    status,
    crawlDelayMs,
    text: body,
    fetchedAt: isoTime(fetchedAt),
    expiresAt: isoTime(expiresAt),
  }
}

async function collectFacts({ database }: HostsContext, host: string): Promise<NamedFact[]> {
  const facts: NamedFact[] = []
  for await (const fact of streamFacts(database, host)) facts.push(fact)
  return facts
}

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1000
/** Behind every host that begins with a text: names are ASCII. */
const LAST = '\u{7f}'

/** By name, from an index: the last page costs what the first costs. */
export async function listHosts(context: HostsContext, options: HostListOptions = {}): Promise<HostListPart> {
  const { q = '', after = '', limit = DEFAULT_LIMIT } = options
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new RangeError(`limit is ${limit}; pass a whole number from 1 to ${MAX_LIMIT}`)
  const prefix = q.toLowerCase()
  const rows = await context.database.all<Stored>(
    `${SELECT} where n.host > $1 and n.host >= $2 and n.host < $3 order by n.host limit $4`,
    [after, prefix, prefix + LAST, limit + 1],
  )
  const now = await peekClock(context.database, context.settings)
  const items = rows.slice(0, limit).map((row) => toSummary(row, context, now))
  return { items, next: rows.length > limit ? (items.at(-1)?.host ?? null) : null }
}

function toSummary(row: Stored, { settings }: HostsContext, now: number): HostSummary {
  const isPaused = isPausedAt({ isPaused: row.is_paused === 1, pausedUntil: row.paused_until }, now)
  const delays = { robotsDelayMs: row.robots_delay_ms, delayMs: row.delay_ms }
  const pausedUntil = isPaused ? row.paused_until : null
  const nextAt = Math.max(row.allowed_at ?? 0, pausedUntil ?? 0)
  const isOpenEnded = isPaused && pausedUntil === null
  return {
    host: row.host,
    state: toHostState(row, isPaused, now),
    nextRequestAt: nextAt > now && !isOpenEnded ? isoTime(nextAt) : null,
    pausedUntil: pausedUntil === null ? null : isoTime(pausedUntil),
    delayMs: computeDelay(delays, settings),
    ownDelayMs: delays.delayMs,
    robotsDelayMs: delays.robotsDelayMs,
    failures: row.failures ?? 0,
    failingSince: row.failing_since === null ? null : isoTime(row.failing_since),
    reason: row.reason,
    isDown: row.is_down === 1,
    worker: row.worker,
    leases: row.inflight ?? 0,
  }
}

function toHostState({ held_by, allowed_at, reason }: Stored, isPaused: boolean, now: number): HostSummary['state'] {
  if (isPaused) return 'paused'
  if (held_by !== null) return 'held'
  if ((allowed_at ?? 0) <= now) return 'free'
  return reason === null ? 'waiting' : 'resting'
}
