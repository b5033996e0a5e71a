import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Canonist } from '../canonist/open-canonist.ts'
import { checkMessage, refuseText, type Refusal } from './check-message.ts'
import { createMcpServer, type McpOptions } from './create-mcp-server.ts'
import { PROTOCOL_CODES } from './protocol-error.ts'

/**
 * Answers one HTTP request of MCP. It keeps no state between requests, so any of several servers can answer, and a restart does
 * not interrupt an assistant.
 *
 * @param body the request's body, read and parsed by the caller, who bounds its size
 */
export async function handleMcpRequest(
  app: Canonist,
  { request, body, ...options }: McpOptions & { readonly request: Request; readonly body: unknown },
): Promise<Response> {
  const checked = checkMessage(body)
  if (!checked.ok) return toResponse(checked.refusal)
  const server = createMcpServer(app, options)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(acceptJson(request), { parsedBody: checked.message })
  } finally {
    await server.close()
  }
}

/** The response to a body that is not JSON. */
export const refuseBody = (reason: string): Response => toResponse(refuseText(reason))

/** An error in a request is the response to it; anything else is not a message of the protocol. */
function toResponse(refusal: Refusal): Response {
  const { code } = refusal.error
  return Response.json(refusal, { status: code === PROTOCOL_CODES.invalidParams ? 200 : 400 })
}

/**
 * The request as if its client took streams too, if it takes JSON: the protocol makes it say so, but every response here is JSON.
 */
function acceptJson(request: Request): Request {
  const accepted = (request.headers.get('accept') ?? '*/*').split(',').map((type) => type.split(';')[0]?.trim())
  if (!['*/*', 'application/*', 'application/json'].some((type) => accepted.includes(type))) return request
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json, text/event-stream')
  return new Request(request.url, { method: request.method, headers })
}
