import { UrlError } from '@canonist/core'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type Tool as OfferedTool,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { AppError } from '../app/errors.ts'
import type { Canonist } from '../app/open-canonist.ts'
import { InputError, runOperation, type Operation, type OperationContext } from '../app/operations/operation.ts'
import { joinSignals } from '../app/runs/join-signals.ts'
import { readVersion } from '../app/version.ts'
import { CodedError } from '../text/coded-error.ts'
import { TOOLS, type Tool } from './tools.ts'

export interface McpOptions {
  /** Its signal ends every call. */
  readonly context: OperationContext
  /** Whether a caller may use an operation. Tools that are out of reach are not offered. */
  readonly mayUse?: ((operation: Operation) => boolean) | undefined
  /** Does the work of a tool; for servers that bound how many do so at once. */
  readonly run?: (<T>(operation: Operation, work: () => Promise<T>) => Promise<T>) | undefined
}

const INSTRUCTIONS =
  'Canonist knows when two URLs are the same page. Before you cite a link, ask `cite` with all links that you know about the topic, and say the sentence that it answers.'

/**
 * The tools on one database, for one caller.
 *
 * Not by `registerTool`: that checks the arguments itself, in words without a fix, and reports every one of a million wrong URLs.
 */
export function createMcpServer(app: Canonist, { context, mayUse = () => true, run }: McpOptions): McpServer {
  const mcp = new McpServer(
    { name: 'canonist', version: readVersion() },
    { instructions: INSTRUCTIONS, capabilities: { tools: {} } },
  )
  const offered = new Map(Object.entries(TOOLS).filter(([, { operation }]) => mayUse(operation)))
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...offered].map(([name, tool]) => describeTool(name, tool)),
  }))
  mcp.server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: input = {} } }, { signal }) => {
    const operation = offered.get(name)?.operation
    if (operation === undefined) return toToolResult(Promise.reject(createUnknownToolError(name)))
    const work = (): Promise<unknown> =>
      withSignals([signal, context.signal], (joined) =>
        runOperation(operation, app, input, { ...context, signal: joined }),
      )
    return toToolResult(run === undefined ? work() : run(operation, work))
  })
  return mcp
}

function describeTool(name: string, { operation, title, description }: Tool): OfferedTool {
  const inputSchema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any', target: 'draft-7' })
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as OfferedTool['inputSchema'],
    annotations: createHints(operation),
  }
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

const createUnknownToolError = (name: string): AppError =>
  new AppError('app/not-found', {
    thing: JSON.stringify(name),
    says: 'No tool that you may use has this name.',
    fix: 'List the tools to see their names.',
  })

async function withSignals<T>(
  signals: readonly (AbortSignal | undefined)[],
  work: (joined: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, release } = joinSignals(signals.filter((each) => each !== undefined))
  return work(signal).finally(release)
}

/** An error of a table is an answer that the assistant can act on; any other is a defect, and ends the call as one. */
async function toToolResult(work: Promise<unknown>): Promise<CallToolResult> {
  try {
    const output = (await work) as Record<string, unknown>
    return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
  } catch (error) {
    if (!(error instanceof CodedError || error instanceof UrlError)) throw error
    const { code, message, fix } = error
    const errors = error instanceof InputError ? { errors: error.errors } : {}
    return { isError: true, content: [{ type: 'text', text: JSON.stringify({ code, message, fix, ...errors }) }] }
  }
}
