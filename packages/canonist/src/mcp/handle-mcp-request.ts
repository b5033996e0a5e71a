import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Canonist } from '../app/open-canonist.ts'
import { createMcpServer, type McpOptions } from './create-mcp-server.ts'

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
  const server = createMcpServer(app, options)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}
