import type { Hono } from 'hono'
import type { NetworkOptions } from '../fetching/open-fetcher.ts'
import type { CanonistSource } from '../canonist/canonist-source.ts'
import { OPERATIONS } from '../operations/index.ts'
import {
  parseInput,
  runOperation,
  type Operation,
  type OperationContext,
  type ServerSettings,
} from '../operations/operation.ts'
import type { Runner } from '../runs/runner.ts'
import type { SessionCache } from '../sessions/session-cache.ts'
import { stringifyAscii } from '@canonist/core/internal/text/ascii-json'
import { requireRole } from './authenticate.ts'
import { ApiError } from './errors.ts'
import type { ApiContext, ApiEnv } from './api-env.ts'
import type { FetchSlots } from './slots.ts'
import { openBodyLines, toLines } from './ndjson.ts'
import { readMediaType, JSON_TYPE, NDJSON_TYPE } from './read-body.ts'
import { readInput, readQuery } from './read-input.ts'
import { RequestLife, type OpenRequests } from './request-life.ts'
import { sendStream } from './send-stream.ts'

export interface RouteOptions {
  readonly source: CanonistSource
  readonly network: NetworkOptions | undefined
  /** Works on runs; undefined where the server only reads. */
  readonly runner: Runner | undefined
  readonly sessions: SessionCache
  /** How this server was started, for `getSettings`. */
  readonly server: (() => ServerSettings) | undefined
  readonly readsOnly: boolean
  readonly allowsNetwork: boolean
  readonly maxBodyBytes: number
  readonly timeLimitMs: number
  readonly fetchSlots: FetchSlots
  readonly openRequests: OpenRequests
  /** Called with the error that interrupted a stream. */
  readonly onBrokenStream: (c: ApiContext, error: unknown) => void
}

/** Every operation of the table under its path. */
export function addOperations(api: Hono<ApiEnv>, options: RouteOptions): void {
  for (const operation of Object.values(OPERATIONS) as Operation[])
    api.on(operation.method, toRoute(operation.path), (c) => handleOperation(c, operation, options))
}

/** `/pages/{id}` as the router writes it. */
const toRoute = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

async function handleOperation(c: ApiContext, operation: Operation, options: RouteOptions): Promise<Response> {
  c.set('operation', operation.name)
  requireRole(c, operation.role)
  const refusal = findRefusal(operation, options)
  if (refusal !== null) throw refusal
  const end = openRequest(c, operation, options)
  try {
    return await run(c, operation, options, end)
  } catch (error) {
    end.now()
    throw error
  }
}

/** Why this server does not run an operation, whoever asks; null if it does. */
export function findRefusal(
  { effect, worksReadOnly = false }: Operation,
  { readsOnly, allowsNetwork }: RouteOptions,
): ApiError | null {
  if (readsOnly && effect !== 'reads' && !worksReadOnly) return new ApiError('read_only')
  return !allowsNetwork && effect === 'fetches' ? new ApiError('api/no-network') : null
}

interface OpenRequest {
  readonly life: RequestLife
  /** To be released when the request is over. */
  hold(release: () => unknown): void
  /** Gives back what the request held. */
  now(): void
}

function openRequest(c: ApiContext, { effect, takesLong = false }: Operation, options: RouteOptions): OpenRequest {
  const { fetchSlots, openRequests, timeLimitMs } = options
  const held: (() => unknown)[] = effect === 'fetches' ? [fetchSlots.take()] : []
  const life = new RequestLife(c.env.outgoing, {
    timeLimitMs: takesLong ? null : timeLimitMs,
    isAllowed: c.var.isCallerCurrent,
  })
  openRequests.add(life)
  const now = (): void => {
    for (const release of held.splice(0)) release()
    openRequests.remove(life)
  }
  return { life, hold: (release) => void held.push(release), now }
}

async function run(c: ApiContext, operation: Operation, options: RouteOptions, end: OpenRequest): Promise<Response> {
  const { source, network, runner, sessions, server, maxBodyBytes } = options
  const { life } = end
  const { name: actor = 'nobody', role } = c.var.caller ?? {}
  const { session } = c.var
  const context: OperationContext = { signal: life.signal, network, runner, sessions, session, server, actor, role }
  if (operation.lines !== undefined && readMediaType(c.env.incoming) === NDJSON_TYPE)
    return runLines(c, operation, options, end, context)
  const input = await life.race(readInput(c, operation, maxBodyBytes))
  const output = await life.race(source.use((canonist) => runOperation(operation, canonist, input, context)))
  end.now()
  return c.body(JSON.stringify(output), operation.creates === true ? 201 : 200, { 'content-type': JSON_TYPE })
}

/** Any number of lines in: one response for all of them, or a line out for each. */
async function runLines(
  c: ApiContext,
  { lines }: Operation,
  { source, onBrokenStream }: RouteOptions,
  end: OpenRequest,
  context: OperationContext,
): Promise<Response> {
  if (lines === undefined) throw new TypeError('the operation takes no lines')
  const { life } = end
  const { canonist, release } = await source.lease()
  end.hold(release)
  const result = lines.run(
    canonist,
    openBodyLines(c.env.incoming, life),
    parseInput(lines.input, readQuery(c)),
    context,
  )
  if (Symbol.asyncIterator in result) {
    const onEnd = (error?: unknown): void => {
      end.now()
      if (error !== undefined) onBrokenStream(c, error)
    }
    return sendStream(c, toLines(result, lines.format ?? stringifyAscii), { type: NDJSON_TYPE, life, onEnd })
  }
  const output = await life.race(result)
  end.now()
  return c.body(JSON.stringify(output), 200, { 'content-type': JSON_TYPE })
}
