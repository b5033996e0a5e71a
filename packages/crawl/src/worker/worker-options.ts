import { hostname } from 'node:os'
import type { Exchanger } from '@canonist/web/internal/net/exchange'
import { DEFAULT_USER_AGENT } from '@canonist/web/internal/net/user-agent'
import { type readDocument, readDocument as readFeedOrPage } from '@canonist/web/internal/extract/document'
import type { VisitedPage } from './read-page.ts'
import { SYSTEM_CLOCK, type WorkerClock } from './worker-clock.ts'
import type { DiscoveryOptions } from './discovery.ts'
import { Meters } from './monitor/meters.ts'
import type { WorkResult } from './work-result.ts'

export interface WorkerOptions {
  /** Sends the requests. The worker itself handles redirects, robots.txt and delays. */
  readonly exchanger: Exchanger
  /** How many URLs are fetched at once. Each host gets one request at a time. */
  readonly concurrency?: number | undefined
  /** End when nothing is due, leased or waiting for a retry. */
  readonly drain?: boolean | undefined
  readonly followRedirects?: boolean | undefined
  readonly maxRedirects?: number | undefined
  readonly obeysRobots?: boolean | undefined
  /** The `User-Agent` header. robots.txt is matched against its first word. */
  readonly userAgent?: string | undefined
  /** Accepted media types, such as `text/html` or `text/*`; URLs with another type are dead. Default: all. */
  readonly accept?: readonly string[] | undefined
  /** Whether a page with status 200 that says it is missing counts as missing. */
  readonly detectsSoft404?: boolean | undefined
  /** Whether pages with the same content as another are marked. */
  readonly notesCopies?: boolean | undefined
  /** Called with each fetched page. The page stays leased while this runs; if it rejects, the page is retried. */
  readonly onPage?: ((page: VisitedPage) => unknown) | undefined
  /** Parses a response. Default: feeds and HTML pages; other documents have no content. */
  readonly readDocument?: typeof readDocument | undefined
  /** Queue links as well. Default: links are ignored. */
  readonly discover?: DiscoveryOptions | undefined
  /** Stops the worker, which releases its leases at once. */
  readonly signal?: AbortSignal | undefined
  /** Shown to people who look at leases. */
  readonly name?: string | undefined
  readonly clock?: WorkerClock | undefined
  /** If a visit would have to wait longer than this between two requests, it is interrupted and resumes later. */
  readonly maxPauseMs?: number | undefined
  readonly meters?: Meters | undefined
  readonly onResult?: ((result: WorkResult) => void) | undefined
  /** With `discover`: called once per host with the first page whose URL has a session identifier; its links may be endless. */
  readonly onSession?: ((result: WorkResult) => void) | undefined
  /** Called with the reason when the worker fetches fewer URLs at once because its process is strained, and with null when it is not any more. */
  readonly onStrain?: ((message: string | null) => void) | undefined
  /** Called with the reason when the worker has to wait for the database, and with null when it is back. */
  readonly onTrouble?: ((message: string | null) => void) | undefined
}

/** The options with their defaults. */
export type WorkerSettings = Required<{
  readonly [Name in keyof Omit<WorkerOptions, 'discover' | 'signal'>]: NonNullable<WorkerOptions[Name]>
}> & { readonly discover: DiscoveryOptions | null; readonly signal: AbortSignal }

export const DEFAULT_CONCURRENCY = 16
export const DEFAULT_MAX_REDIRECTS = 5

export function resolveWorkerOptions(options: WorkerOptions): WorkerSettings {
  const { exchanger, concurrency = DEFAULT_CONCURRENCY, drain = false, obeysRobots = true } = options
  const { followRedirects = true, maxRedirects = DEFAULT_MAX_REDIRECTS, userAgent = DEFAULT_USER_AGENT } = options
  const { discover = null, signal = new AbortController().signal, clock = SYSTEM_CLOCK } = options
  const { maxPauseMs = 10_000 } = options
  const { name = `${hostname()}:${process.pid}`, meters = new Meters() } = options
  const { onResult = () => undefined, onTrouble = () => undefined } = options
  const { onStrain = () => undefined, onSession = () => undefined } = options
  const { accept = [], detectsSoft404 = false, notesCopies = false, onPage = () => undefined } = options
  const { readDocument = readFeedOrPage } = options
  const manners = { obeysRobots, followRedirects, maxRedirects, maxPauseMs, userAgent, discover }
  const wishes = { accept, detectsSoft404, notesCopies, onPage, readDocument }
  const watched = { meters, onResult, onSession, onTrouble, onStrain }
  return { exchanger, concurrency, drain, ...manners, ...wishes, signal, clock, name, ...watched }
}
