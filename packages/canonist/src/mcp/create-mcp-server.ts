import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Canonist } from '../app/open-canonist.ts'
import { runOperation, type Operation, type OperationContext } from '../app/operations/operation.ts'
import { readVersion } from '../app/version.ts'
import { CodedError } from '../text/coded-error.ts'
import { TOOLS } from './tools.ts'

export interface McpOptions {
  readonly context: OperationContext
  /** Whether a caller may use an operation. Tools that are out of reach are not offered. */
  readonly mayUse?: ((operation: Operation) => boolean) | undefined
  /** Does the work of a tool; for servers that bound how many do so at once. */
  readonly run?: (<T>(operation: Operation, work: () => Promise<T>) => Promise<T>) | undefined
}

const INSTRUCTIONS =
  'Canonist knows when two URLs are the same page. Before you cite a link, ask `cite` with all links that you know about the topic, and say the sentence that it answers.'

/** The tools on one database, for one caller. */
export function createMcpServer(app: Canonist, { context, mayUse = () => true, run }: McpOptions): McpServer {
  const server = new McpServer({ name: 'canonist', version: readVersion() }, { instructions: INSTRUCTIONS })
  for (const [name, { operation, title, description }] of Object.entries(TOOLS)) {
    if (!mayUse(operation)) continue
    server.registerTool(
      name,
      { title, description, inputSchema: operation.input, annotations: createHints(operation) },
      (input: unknown, { signal }: { readonly signal: AbortSignal }) => {
        const work = (): Promise<unknown> => runOperation(operation, app, input, { ...context, signal })
        return toToolResult(run === undefined ? work() : run(operation, work))
      },
    )
  }
  return server
}

/** What clients show before they let an assistant use a tool. */
function createHints({ effect }: Operation): Record<string, boolean> {
  return {
    readOnlyHint: effect === 'reads',
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: effect === 'fetches',
  }
}

/** An error of a table is an answer that the assistant can act on; any other is a defect, and ends the call as one. */
async function toToolResult(work: Promise<unknown>): Promise<CallToolResult> {
  try {
    const output = (await work) as Record<string, unknown>
    return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    const { code, message, fix } = error
    return { isError: true, content: [{ type: 'text', text: JSON.stringify({ code, message, fix }) }] }
  }
}
