import { streamFacts, type NamedFact } from '@canonist/registry/internal/registry/sql/facts.sql'
import { readHost } from '@canonist/registry/internal/registry/read-host'
import type { Database } from '@canonist/registry/internal/store/database'
import { ListError } from '@canonist/registry/internal/store/list-error'
import { readCursor, toCursor } from '@canonist/registry/internal/store/list-part'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { HostsContext } from './context.ts'
import { isPausedAt } from './host-row.ts'
import { computeDelay } from './pace.ts'
import type { HostSettings } from './settings.ts'
import { peekClock } from './sql/shared-clock.sql.ts'
import {
  findHostClock,
  readHostClocks,
  readHostsInCondition,
  type HostClockRow,
  type HostCondition,
} from './sql/hosts.sql.ts'
import { listRobots, type RobotsState } from './sql/robots.sql.ts'

/** The state of a host. Times are ISO 8601. */
export interface HostSummary {
  readonly host: string
  /**
   * `free`: a request may be sent now. `held`: a process holds the host for a request. `waiting`: the delay has not passed. `resting`: the
   * host is failing or asked for a pause (`Retry-After`, 429, 503). `paused`: a person has paused it.
   */
  readonly state: 'free' | 'held' | 'waiting' | 'resting' | 'paused'
  /** When the next request may be sent; null means now, or not before a person resumes the host. */
  readonly nextRequestAt: string | null
  /** When the pause by a person ends; null if there is none, or if it lasts until the host is resumed. */
  readonly pausedUntil: string | null
  /** The active minimum time between two requests, in milliseconds; below, the value set by a person and the one of robots.txt. */
  readonly delayMs: number
  readonly ownDelayMs: number | null
  readonly robotsDelayMs: number | null
  /** How many requests failed in a row, since when, and why the host rests, which may also be its own request. */
  readonly failures: number
  readonly failingSince: string | null
  readonly reason: string | null
  /** The host is down: it is probed from time to time, and drains do not wait for it. */
  readonly isDown: boolean
  /** The worker that holds leases on URLs of the host, and how many. */
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
  /** The beginning of a host name. */
  readonly q?: string | undefined
  /** Only hosts that are down, or only those that a person has paused; in the order in which they were first seen. Not together with `q`. */
  readonly condition?: HostCondition | undefined
}

export interface HostListOptions extends HostFilter {
  /** The `next` of the previous part. */
  readonly after?: string | undefined
  /** The maximum number of items, from 1 to 1000 (default 50). */
  readonly limit?: number | undefined
}

export interface HostListPart {
  readonly items: readonly HostSummary[]
  /** Pass this as `after` to get the next part; null after the last one. */
  readonly next: string | null
}

export async function getHost({ database, settings }: HostsContext, host: string): Promise<HostDetails | null> {
  const row = await findHostClock(database, readHost(host))
  if (row === null) return null
  const robots = await listRobots(database, row.id)
  return {
    ...toSummary(row, settings, await peekClock(database, settings)),
    robots: robots.map(toHostRobots),
    facts: await collectFacts(database, row.host),
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

async function collectFacts(database: Database, host: string): Promise<NamedFact[]> {
  const facts: NamedFact[] = []
  for await (const fact of streamFacts(database, host)) facts.push(fact)
  return facts
}

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1000

/** Lists hosts by name, or those in a condition. Reads an index, so the last part costs as much as the first. */
export async function listHosts(
  { database, settings }: HostsContext,
  options: HostListOptions = {},
): Promise<HostListPart> {
  const { q = '', condition, after = '', limit = DEFAULT_LIMIT } = options
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new RangeError(`limit is ${limit}; pass an integer from 1 to ${MAX_LIMIT}`)
  if (condition !== undefined && q !== '') throw new RangeError('pass q or condition, not both')
  const now = await peekClock(database, settings)
  const rows =
    condition === undefined
      ? await readHostClocks(database, { prefix: q.toLowerCase(), after: readLastHost(after), limit: limit + 1 })
      : await readHostsInCondition(database, condition, { after: readFirstId(after), limit: limit + 1, now })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const next = last === undefined ? null : condition === undefined ? last.host : toCursor([last.id])
  return { items: shown.map((row) => toSummary(row, settings, now)), next }
}

/** A cursor of this list is the name of a host. What no host can have in it, each database would sort in its own way. */
function readLastHost(after: string): string {
  if (/^[!-~]*$/.test(after)) return after
  throw new ListError('list/bad-cursor', { thing: JSON.stringify(after.slice(0, 100)) })
}

function readFirstId(after: string): number {
  const [id] = readCursor({ after: after === '' ? null : after }, ['integer']) ?? [0]
  return Number(id)
}

function toSummary(row: HostClockRow, settings: HostSettings, now: number): HostSummary {
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

function toHostState(
  { held_by, allowed_at, reason }: HostClockRow,
  isPaused: boolean,
  now: number,
): HostSummary['state'] {
  if (isPaused) return 'paused'
  if (held_by !== null) return 'held'
  if ((allowed_at ?? 0) <= now) return 'free'
  return reason === null ? 'waiting' : 'resting'
}
