import type { Hono } from 'hono'
import type { Operation } from '../app/operations/operation.ts'
import { handleMcpRequest } from '../mcp/handle-mcp-request.ts'
import type { ApiContext, ApiEnv } from './api-env.ts'
import { hasRole, requireRole } from './authenticate.ts'
import { findRefusal, type RouteOptions } from './operation-routes.ts'
import { readJsonBody } from './read-body.ts'

/** The tools for assistants over HTTP. A caller sees the tools that its token and the flags of the server allow. */
export function addMcp(api: Hono<ApiEnv>, options: RouteOptions): void {
  api.post('/mcp', (c) => handleMcp(c, options))
}

async function handleMcp(c: ApiContext, options: RouteOptions): Promise<Response> {
  const { source, network, maxBodyBytes, timeLimitMs, fetchSlots, openRequests } = options
  c.set('operation', 'mcp')
  requireRole(c, 'read')
  return openRequests.run(c.env.outgoing, { timeLimitMs, isAllowed: c.var.isCallerCurrent }, async ({ signal }) => {
    const body = await readJsonBody(c.env.incoming, maxBodyBytes)
    const message = {
      request: c.req.raw,
      body,
      context: { actor: c.var.caller?.name ?? 'nobody', network, signal },
      mayUse: (operation: Operation) => hasRole(c, operation.role) && findRefusal(operation, options) === null,
      async run<T>({ effect }: Operation, work: () => Promise<T>): Promise<T> {
        const release = effect === 'fetches' ? fetchSlots.take() : null
        return work().finally(() => release?.())
      },
    }
    return source.use((canonist) => handleMcpRequest(canonist, message))
  })
}
