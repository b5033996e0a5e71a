import { hostname } from 'node:os'
import type { Exchanger } from '../net/exchange.ts'
import { DEFAULT_USER_AGENT } from '../net/user-agent.ts'
import { type readDocument, readDocument as readFeedOrPage } from '../extract/document.ts'
import type { VisitedPage } from './read-page.ts'
import { SYSTEM_CLOCK, type WorkerClock } from './worker-clock.ts'
import type { DiscoveryOptions } from './discovery.ts'
import { Meters } from './monitor/meters.ts'
import type { WorkResult } from './work-result.ts'

export interface WorkerOptions {
  /** Makes the requests; redirects, robots.txt and pauses are the worker's. */
  readonly exchanger: Exchanger
  /** URLs that are fetched at once; each host is asked one thing at a time. */
  readonly concurrency?: number | undefined
  /** Ends when nothing is due, leased or waiting for a retry. */
  readonly drain?: boolean | undefined
  readonly followRedirects?: boolean | undefined
  readonly maxRedirects?: number | undefined
  readonly obeysRobots?: boolean | undefined
  /** What the requests say they are; robots.txt knows the first word. */
  readonly userAgent?: string | undefined
  /** Media types that are wanted, such as `text/html` or `text/*`; others are dead. Left out: whatever comes. */
  readonly accept?: readonly string[] | undefined
  /** Whether a page that says it is missing, with a status of 200, is held to be. */
  readonly detectsSoft404?: boolean | undefined
  /** Whether it is noted which pages have the same content as another. */
  readonly notesCopies?: boolean | undefined
  /** Is handed each page that was fetched; while it works the page is leased, and who rejects has it tried again. */
  readonly onPage?: ((page: VisitedPage) => unknown) | undefined
  /** Reads what was fetched; left out: feeds and pages are read, of others nothing. */
  readonly readDocument?: typeof readDocument | undefined
  /** Left out: links are not looked for. */
  readonly discover?: DiscoveryOptions | undefined
  /** Ends the work: leases are given back at once. */
  readonly signal?: AbortSignal | undefined
  /** For people who look at leases. */
  readonly name?: string | undefined
  readonly clock?: WorkerClock | undefined
  /** A pause longer than this is not waited for on the way: other pages are fetched meanwhile. */
  readonly maxPauseMs?: number | undefined
  readonly meters?: Meters | undefined
  readonly onResult?: ((result: WorkResult) => void) | undefined
  /** With `discover`, hears of the first page of each host whose URL holds a session identifier: each link may be another one. */
  readonly onSession?: ((result: WorkResult) => void) | undefined
  /** A transaction that is open for longer than this on a PostgreSQL server raises an alarm. */
  readonly xminAlarmMs?: number | undefined
  /** Hears of such a transaction, and null when it is over. */
  readonly onAlarm?: ((message: string | null) => void) | undefined
  /** Hears why the database is waited for, and null when it is back. */
  readonly onTrouble?: ((message: string | null) => void) | undefined
}

/** The options with their defaults. */
export type WorkerSettings = Required<{
  readonly [Name in keyof Omit<WorkerOptions, 'discover' | 'signal'>]: NonNullable<WorkerOptions[Name]>
}> & { readonly discover: DiscoveryOptions | null; readonly signal: AbortSignal }

export const DEFAULT_CONCURRENCY = 16
export const DEFAULT_MAX_REDIRECTS = 5
export const DEFAULT_XMIN_ALARM_MS = 30_000

export function resolveWorkerOptions(options: WorkerOptions): WorkerSettings {
  const { exchanger, concurrency = DEFAULT_CONCURRENCY, drain = false, obeysRobots = true } = options
  const { followRedirects = true, maxRedirects = DEFAULT_MAX_REDIRECTS, userAgent = DEFAULT_USER_AGENT } = options
  const { discover = null, signal = new AbortController().signal, clock = SYSTEM_CLOCK } = options
  const { maxPauseMs = 10_000 } = options
  const { name = `${hostname()}:${process.pid}`, meters = new Meters() } = options
  const { onResult = () => undefined, onTrouble = () => undefined, onAlarm = () => undefined } = options
  const { xminAlarmMs = DEFAULT_XMIN_ALARM_MS, onSession = () => undefined } = options
  const { accept = [], detectsSoft404 = false, notesCopies = false, onPage = () => undefined } = options
  const { readDocument = readFeedOrPage } = options
  const manners = { obeysRobots, followRedirects, maxRedirects, maxPauseMs, userAgent, discover }
  const wishes = { accept, detectsSoft404, notesCopies, onPage, readDocument }
  const watched = { meters, onResult, onSession, onTrouble, xminAlarmMs, onAlarm }
  return { exchanger, concurrency, drain, ...manners, ...wishes, signal, clock, name, ...watched }
}
