import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Readable, Writable } from 'node:stream'
import type { Canonist } from '../app/open-canonist.ts'
import { createMcpServer, type McpOptions } from './create-mcp-server.ts'

export interface StdioOptions extends McpOptions {
  readonly stdin: Readable
  readonly stdout: Writable
  /** Ends the conversation. */
  readonly signal: AbortSignal
}

/** Speaks MCP with the program that started this one, until that closes its end. */
export async function serveStdio(app: Canonist, { stdin, stdout, signal, ...options }: StdioOptions): Promise<void> {
  const server = createMcpServer(app, options)
  const ended = Promise.withResolvers<void>()
  const end = (): void => ended.resolve()
  // The transport does not notice the end of stdin.
  stdin.once('end', end).once('close', end)
  // The other side has closed its end.
  stdout.on('error', end)
  signal.addEventListener('abort', end, { once: true })
  await server.connect(new StdioServerTransport(stdin, stdout))
  if (!signal.aborted) await ended.promise
  await server.close()
}
