import { UrlError } from '@canonist/core'
import type { Hono } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import type { Operation } from '../operations/operation.ts'
import { handleMcpRequest, refuseBody } from '../mcp/handle-mcp-request.ts'
import { CodedError } from '@canonist/core/internal/text/coded-error'
import type { ApiContext, ApiEnv } from './api-env.ts'
import { hasRole, requireRole } from './authenticate.ts'
import { ApiError } from './errors.ts'
import { findRefusal, type RouteOptions } from './operation-routes.ts'
import { readJsonValue } from './read-body.ts'

/** The tools for assistants over HTTP. A caller sees the tools that its token and the flags of the server allow. */
export function addMcp(api: Hono<ApiEnv>, options: RouteOptions): void {
  api.post('/mcp', (c) => handleMcp(c, options))
}

async function handleMcp(c: ApiContext, options: RouteOptions): Promise<Response> {
  const { source, network, maxBodyBytes, timeLimitMs, fetchSlots, openRequests, onBrokenStream } = options
  c.set('operation', 'mcp')
  requireRole(c, 'read')
  return openRequests.run(c.env.outgoing, { timeLimitMs, isAllowed: c.var.isCallerCurrent }, async ({ signal }) => {
    const body = await readJsonValue(c.env.incoming, maxBodyBytes).catch(toRefusal)
    if (body instanceof Response) return toResponse(c, body)
    const message = {
      request: c.req.raw,
      body,
      context: { actor: c.var.caller?.name ?? 'nobody', network, signal },
      mayUse: (operation: Operation) => hasRole(c, operation.role) && findRefusal(operation, options) === null,
      async run<T>({ effect }: Operation, work: () => Promise<T>): Promise<T> {
        const release = effect === 'fetches' ? fetchSlots.take() : null
        return work()
          .catch((error: unknown) => {
            signal.throwIfAborted()
            onBrokenStream(c, error)
            throw hideDefect(error)
          })
          .finally(() => release?.())
      },
    }
    return toResponse(c, await source.use((canonist) => handleMcpRequest(canonist, message)))
  })
}

/** A body that is not JSON is an error of the protocol, which has a code for it; all others are those of the server. */
function toRefusal(error: unknown): Response {
  if (!(error instanceof ApiError && error.code === 'api/invalid-json')) throw error
  return refuseBody(error.cause instanceof Error ? error.cause.message : error.says)
}

/** The words of a defect go to the log alone. */
const hideDefect = (error: unknown): unknown =>
  error instanceof CodedError || error instanceof UrlError ? error : new ApiError('api/defect')

/** With the headers that every response has; the response of the transport has none of them. */
function toResponse(c: ApiContext, { status, headers, body }: Response): Response {
  const type = headers.get('content-type')
  if (type !== null) c.header('content-type', type)
  return body === null ? c.body(null, status as StatusCode) : c.body(body, status as ContentfulStatusCode)
}
