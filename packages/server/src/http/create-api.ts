import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ApiContext, ApiEnv } from './api-env.ts'
import { authenticate, type Authentication } from './authenticate.ts'
import { type Dashboard, addDashboard } from './dashboard-routes.ts'
import { ApiError } from './errors.ts'
import { guardHost, requireOneHost, guardOrigin, securityHeaders } from './guards.ts'
import { addHealth, addMetrics, ApiMeters } from './monitoring-routes.ts'
import { KnownPaths } from './known-paths.ts'
import { limitRate, RateLimit } from './limit-rate.ts'
import { logRequest, type Logger } from './log.ts'
import { addMcp } from './mcp-route.ts'
import { addOperations, type RouteOptions } from './operation-routes.ts'
import { addPages } from './page-routes.ts'
import { PROBLEM_TYPE, findRetryAfter, toProblem } from './problem.ts'
import { addRuns, type RunRouteOptions } from './run-routes.ts'
import { addSession } from './session-routes.ts'
import { TokenAttempts } from './token-attempts.ts'

export interface CreateApiOptions
  extends Authentication, Omit<RouteOptions, 'onBrokenStream'>, Omit<RunRouteOptions, 'onBrokenStream'> {
  readonly log: Logger
  readonly now: () => number
  /** Requests per second and client; null: no limit. */
  readonly requestsPerSecond: number | null
  readonly isStopping: () => boolean
  /** Null in a checkout that was not built. */
  readonly dashboard: Dashboard | null
}

/** The way of a request: it is logged, guarded, authenticated and counted; then its route answers, or an error does. */
export function createApi(options: CreateApiOptions): Hono<ApiEnv> {
  const { log, now, source, openRequests, isStopping } = options
  const attempts = new TokenAttempts(now)
  const [api, meters] = [new Hono<ApiEnv>(), new ApiMeters()]
  const onResponse = meters.countRequest.bind(meters)
  api.use(logRequest({ log, now, createId: randomUUID, onResponse }), securityHeaders)
  api.use(async (c, next) => {
    if (isStopping()) throw new ApiError('api/stopping')
    await next()
    if (isStopping()) c.header('connection', 'close')
  })
  api.use(async (c, next) => {
    await next()
    // A client that does not read its response would hold it, and the connection, for ever.
    c.env.outgoing.setTimeout(options.timeLimitMs)
  })
  api.use(requireOneHost)
  if (options.tokens === null) api.use(guardHost)
  api.use(guardOrigin, authenticate({ ...options, attempts }))
  if (options.requestsPerSecond !== null)
    api.use(limitRate(new RateLimit({ perSecond: options.requestsPerSecond, now })))
  const known = new KnownPaths()
  api.use(known.checkMethod)
  const sendUnknown = options.dashboard && addDashboard(api, options.dashboard)
  addPages(api)
  addHealth(api, source)
  addMetrics(api, { source, meters, openRequests })
  const onBrokenStream = (c: ApiContext, error: unknown): void => logFailure(log, c, error)
  addOperations(api, { ...options, onBrokenStream })
  addRuns(api, { ...options, onBrokenStream })
  addMcp(api, { ...options, onBrokenStream })
  addSession(api, { ...options, attempts })
  known.rejectUnknownRoutes(api, sendUnknown)
  handleErrors(api, log)
  return api
}

function handleErrors(api: Hono<ApiEnv>, log: Logger): void {
  api.onError((error, c) => {
    logFailure(log, c, error)
    const problem = toProblem(error)
    const { status } = problem
    const seconds = findRetryAfter(status)
    if (seconds !== null) c.header('retry-after', String(seconds))
    if (status === 401) c.header('www-authenticate', 'Bearer')
    if (problem.code === 'api/stopping' || problem.code === 'api/interrupted') c.header('connection', 'close')
    return c.body(JSON.stringify(problem), status as ContentfulStatusCode, { 'content-type': PROBLEM_TYPE })
  })
}

/** A defect with all that is known of it; other failures of the server in a word. What a caller did wrong is in the response. */
function logFailure(log: Logger, c: ApiContext, error: unknown): void {
  const { requestId, operation } = c.var
  const { status, code, detail } = toProblem(error)
  if (status === 500) log.error({ requestId, operation, code, err: error })
  else if (status > 500) log.warn({ requestId, operation, code }, detail)
  else log.debug({ requestId, operation, code })
}
