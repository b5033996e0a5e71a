import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { NetworkOptions } from '../fetching/open-fetcher.ts'
import { toSource } from '../canonist/canonist-source.ts'
import type { Canonist } from '../canonist/open-canonist.ts'
import type { ServerSettings } from '../operations/operation.ts'
import { CountSampler } from '../history/count-history.ts'
import type { Snapshots } from '../publish/open-snapshots.ts'
import { SnapshotFeed } from '../events/snapshot-feed.ts'
import { EventFeed } from '../events/event-feed.ts'
import { Runner } from '../runs/runner.ts'
import { DatabaseSessions } from '../sessions/database-sessions.ts'
import { MemorySessions } from '../sessions/memory-sessions.ts'
import { SessionCache } from '../sessions/session-cache.ts'
import { createApi, type CreateApiOptions } from './create-api.ts'
import { readDashboard } from './dashboard-routes.ts'
import { ApiError } from './errors.ts'
import { FetchSlots } from './slots.ts'
import { isLoopbackAddress, isLoopbackName } from './guards.ts'
import { HttpListener } from './http-listener.ts'
import type { Logger } from './log.ts'
import { answerMalformed } from './refuse-malformed.ts'
import { OpenRequests } from './request-life.ts'
import { TokenFile } from './token-file.ts'
import { createToken, findTokenFault, MIN_TOKEN_LENGTH, type Token } from './tokens.ts'

export interface ServeOptions {
  /** 127.0.0.1 where it is not given; any other than loopback needs tokens. */
  readonly host?: string | undefined
  /** 4480 where it is not given; 0 is any free one. */
  readonly port?: number | undefined
  readonly tokensFile?: string | undefined
  /** A token of the role admin. */
  readonly adminToken?: string | undefined
  /** The caller of every request if the server has no tokens. */
  readonly owner: string
  readonly readsOnly?: boolean | undefined
  readonly allowsNetwork?: boolean | undefined
  readonly network?: NetworkOptions | undefined
  readonly maxBodyBytes?: number | undefined
  readonly maxUploadBytes?: number | undefined
  /** In bytes, of all uploads together; where there are tokens, one token may have half of it. */
  readonly uploadQuota?: number | undefined
  /** How long a request may take, or a stream may be idle. */
  readonly timeLimitMs?: number | undefined
  /** Per client; by default 1,000 where there are tokens, and none on a machine of one's own. */
  readonly requestsPerSecond?: number | null | undefined
  /** How many requests may make the server fetch at the same time. */
  readonly maxFetches?: number | undefined
  /** Where the built dashboard is; by default where `npm run build` writes it. */
  readonly dashboardFolder?: string | undefined
  readonly log: Logger
  readonly now?: (() => number) | undefined
}

export interface ApiServer {
  /** `http://127.0.0.1:4480/` */
  readonly url: string
  /** Accepts no more requests, and waits for open ones; aborts those that are not done after the grace period. */
  stop(graceMs: number): Promise<void>
}

/** Clients with an open connection get this long to learn that the server stops, and to read their last response. */
const CLOSE_GRACE_MS = 500

/** A server that has its port, and serves nothing yet. */
export interface BoundServer {
  /** Serves the operations of a database. */
  serve(canonist: Canonist): Promise<ApiServer>
  /** Serves the snapshot that a folder has at the moment. Nothing can be written, whatever the options say. */
  serveSnapshots(snapshots: Snapshots): Promise<ApiServer>
  /** Gives up the port. Call it in the end, started or not. */
  release(): void
}

/** Checks the options and takes the port. Call it before you open a database: a server that cannot start must not create one. */
export async function bindServer(options: ServeOptions): Promise<BoundServer> {
  const settings = resolveSettings(options)
  const { host = '127.0.0.1', port = 4480, dashboardFolder } = options
  const listener = await HttpListener.open(host, port, settings.log)
  // A name below localhost may lead anywhere: what counts is where it has led.
  if (settings.tokens === null && !isLoopbackAddress(listener.address)) {
    listener.close()
    throw new ApiError('api/open-to-all', { thing: host })
  }
  const start = (served: Served, chosen: Settings): Promise<ApiServer> =>
    startServer(listener, served, chosen, dashboardFolder)
  return {
    serve: (canonist) => serveDatabase(canonist, settings, start),
    serveSnapshots: (snapshots) =>
      start(
        {
          source: snapshots,
          feed: new SnapshotFeed(snapshots),
          runner: undefined,
          sessions: openSessions(null, settings),
        },
        { ...settings, readsOnly: true },
      ),
    release: () => listener.close(),
  }
}

/**
 * Serves the operations of a database, and the dashboard, until you call `stop`. The database stays open.
 *
 * @example
 * const server = await serveApi(canonist, { port: 0, owner: 'ada', log: createLogger('error') })
 * await fetch(new URL('api/v1/status', server.url))
 * await server.stop(1000)
 */
export async function serveApi(canonist: Canonist, options: ServeOptions): Promise<ApiServer> {
  const bound = await bindServer(options)
  try {
    const { url, stop } = await bound.serve(canonist)
    return { url, stop: (graceMs) => stop(graceMs).finally(() => bound.release()) }
  } catch (error) {
    bound.release()
    throw error
  }
}

type Served = Pick<CreateApiOptions, 'source' | 'feed' | 'runner' | 'sessions'>

async function serveDatabase(
  canonist: Canonist,
  settings: Settings,
  start: (served: Served, settings: Settings) => Promise<ApiServer>,
): Promise<ApiServer> {
  const feed = new EventFeed(canonist, { writes: !settings.readsOnly, now: settings.now })
  const runner = settings.readsOnly ? undefined : await openRunner(canonist, settings, feed)
  const sessions = openSessions(canonist, settings)
  const server = await start({ source: toSource(canonist), feed, runner, sessions }, settings)
  const sampler = settings.readsOnly ? undefined : openSampler(canonist, settings)
  return {
    url: server.url,
    async stop(graceMs) {
      await server.stop(graceMs)
      await sampler?.close()
    },
  }
}

async function startServer(
  listener: HttpListener,
  served: Served,
  settings: Settings,
  dashboardFolder: string | undefined,
): Promise<ApiServer> {
  const { feed, runner } = served
  const openRequests = new OpenRequests()
  let isStopping = false
  const dashboard = await readDashboard(dashboardFolder)
  const server = (): ServerSettings => describeServer(settings)
  const api = createApi({ ...settings, ...served, openRequests, dashboard, server, isStopping: () => isStopping })
  listener.answer(getRequestListener(api.fetch, { errorHandler: (error) => answerMalformed(error, settings.log) }))
  return {
    url: listener.url,
    async stop(graceMs) {
      isStopping = true
      await feed.close()
      await stop(listener.server, openRequests, graceMs)
      await runner?.close()
    },
  }
}

type Settings = Omit<CreateApiOptions, keyof Served | 'openRequests' | 'isStopping' | 'dashboard' | 'server'>

/** Read for each request: the file of tokens may have changed. */
function describeServer({ readsOnly, allowsNetwork, tokens }: Settings): ServerSettings {
  const names = tokens?.().map(({ name, role }) => ({ name, role })) ?? null
  return { isReadOnly: readsOnly, allowsNetwork, tokens: names }
}

/** Throws if others than this machine could reach a server without tokens. */
function resolveSettings(options: ServeOptions): Settings {
  const tokens = readTokens(options)
  const { host = '127.0.0.1' } = options
  if (tokens === null && !isLoopbackName(host)) throw new ApiError('api/open-to-all', { thing: host })
  const { owner, network, log, readsOnly = false, allowsNetwork = true, now = Date.now } = options
  const { maxBodyBytes = 10_000_000, maxUploadBytes = 1_000_000_000, timeLimitMs = 60_000, maxFetches = 16 } = options
  const { uploadQuota = 10_000_000_000 } = options
  const { requestsPerSecond = tokens === null ? null : 1000 } = options
  const fetchSlots = new FetchSlots(maxFetches)
  return {
    tokens,
    owner,
    network,
    log,
    readsOnly,
    allowsNetwork,
    now,
    maxBodyBytes,
    maxUploadBytes,
    uploadQuota,
    timeLimitMs,
    fetchSlots,
    requestsPerSecond,
  }
}

/** @param canonist null for a server of snapshots */
function openSessions(canonist: Canonist | null, { readsOnly, now }: Settings): SessionCache {
  const isKept = canonist !== null && !readsOnly
  return new SessionCache(isKept ? new DatabaseSessions(canonist.context.database, now) : new MemorySessions(now), now)
}

function openRunner(canonist: Canonist, { network, allowsNetwork, now }: Settings, feed: EventFeed): Promise<Runner> {
  return Runner.open(canonist, { network, allowsNetwork, now, onEvent: () => feed.poke() })
}

function openSampler(canonist: Canonist, { now, log }: Settings): CountSampler {
  const onError = (error: unknown): void => log.warn({ err: error }, 'The counts were not sampled.')
  return new CountSampler(canonist, { now, onError })
}

/** Null where there are none. */
function readTokens({ tokensFile, adminToken, log, now = Date.now }: ServeOptions): (() => readonly Token[]) | null {
  const own = adminToken === undefined ? [] : [createAdminToken(adminToken)]
  if (tokensFile === undefined) return own.length === 0 ? null : () => own
  const onError = (error: unknown): void => log.error({ err: error }, 'The tokens that were read before stay valid.')
  const file = new TokenFile(tokensFile, { now, onError, onWarning: (message) => log.warn(message) })
  // Later, an empty file revokes all tokens; at the start it is a mistake.
  if (own.length === 0 && file.current().length === 0)
    throw new ApiError('api/bad-tokens', { thing: tokensFile, detail: 'it has no tokens' })
  return () => [...own, ...file.current()]
}

const ADMIN_TOKEN = 'CANONIST_TOKEN'

function createAdminToken(token: string): Token {
  const fault = findTokenFault(token)
  if (fault === null) return createToken({ role: 'admin', name: ADMIN_TOKEN }, token)
  const fix = `Set ${ADMIN_TOKEN} to ${MIN_TOKEN_LENGTH} random characters or more, such as those that openssl rand -hex 24 prints.`
  throw new ApiError('api/bad-tokens', { thing: ADMIN_TOKEN, detail: fault, fix })
}

async function stop(server: Server, openRequests: OpenRequests, graceMs: number): Promise<void> {
  // Not the method of an HTTP server, which ends idle connections at once: a request that is on its way there would be lost, and
  // its client could not know whether it was begun. So they stay for a moment, in which every request is refused.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  const isTold = startTimer(Math.min(CLOSE_GRACE_MS, graceMs))
  const grace = setTimeout(() => openRequests.abort('api/interrupted'), graceMs)
  await openRequests.drained()
  clearTimeout(grace)
  await Promise.race([isTold, closed])
  server.closeIdleConnections()
  // Responses that are written already still have to leave.
  const push = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
  await closed
  clearTimeout(push)
  // Ends what Node checks from time to time.
  server.close()
}

function startTimer(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref())
}
