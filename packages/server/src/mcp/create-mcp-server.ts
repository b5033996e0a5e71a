import { UrlError } from '@canonist/core'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  CallToolRequestSchema,
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  InitializeRequestSchema,
  LATEST_PROTOCOL_VERSION,
  ListToolsRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
  type CallToolResult,
  type ServerNotification,
  type ServerRequest,
  type Tool as OfferedTool,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Canonist } from '../canonist/open-canonist.ts'
import { InputError, runOperation, type Operation, type OperationContext } from '../operations/operation.ts'
import { joinSignals } from '../events/join-signals.ts'
import { readVersion } from '../canonist/version.ts'
import { CodedError } from '@canonist/core/internal/text/coded-error'
import { shortenName } from '@canonist/core/internal/text/shorten-name'
import { ProtocolError, toErrorData } from './protocol-error.ts'
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
  const info = { name: 'canonist', version: readVersion() }
  const capabilities = { tools: {} }
  const mcp = new McpServer(info, { capabilities })
  const offered = new Map(Object.entries(TOOLS).filter(([, { operation }]) => mayUse(operation)))
  let negotiated = LATEST_PROTOCOL_VERSION
  mcp.server.setRequestHandler(InitializeRequestSchema, ({ params: { protocolVersion } }) => {
    negotiated = SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion) ? protocolVersion : LATEST_PROTOCOL_VERSION
    return { protocolVersion: negotiated, capabilities, serverInfo: info, instructions: INSTRUCTIONS }
  })
  mcp.server.setRequestHandler(ListToolsRequestSchema, ({ params: { cursor } = {} }) => {
    if (cursor !== undefined)
      throw new ProtocolError(
        'invalidParams',
        'The list of tools has one part, and no cursor. List the tools without one.',
      )
    return { tools: [...offered].map(([name, tool]) => describeTool(name, tool)) }
  })
  mcp.server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: input = {} } }, extra) => {
    const operation = offered.get(name)?.operation
    if (operation === undefined) throw createUnknownToolError(name)
    const work = (): Promise<unknown> =>
      withSignals([extra.signal, context.signal], (joined) =>
        runOperation(operation, app, input, { ...context, signal: joined }),
      )
    const version = readHeaderVersion(extra) ?? negotiated
    return toToolResult(run === undefined ? work() : run(operation, work), version)
  })
  return mcp
}

/** Over HTTP every request names its version, since the server keeps no state between them. */
function readHeaderVersion({ requestInfo }: RequestHandlerExtra<ServerRequest, ServerNotification>): string | null {
  if (requestInfo === undefined) return null
  return String(requestInfo.headers['mcp-protocol-version'] ?? DEFAULT_NEGOTIATED_PROTOCOL_VERSION)
}

function describeTool(name: string, { operation, title, description }: Tool): OfferedTool {
  const inputSchema = z.toJSONSchema(operation.input, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-7',
    // Clients refuse formats that they do not know.
    override: ({ jsonSchema }) => void delete jsonSchema.format,
  })
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

const createUnknownToolError = (name: string): ProtocolError =>
  new ProtocolError('invalidParams', `Unknown tool: ${shortenName(name)}. List the tools to see their names.`)

async function withSignals<T>(
  signals: readonly (AbortSignal | undefined)[],
  work: (joined: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, release } = joinSignals(signals.filter((each) => each !== undefined))
  return work(signal).finally(release)
}

/**
 * From this version on, wrong arguments are an answer that the assistant sees and can act on. Before, they were errors of the protocol.
 * https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling
 */
const FAULTS_ARE_ANSWERS = '2025-11-25'

/** An error of a table is an answer that the assistant can act on; any other is a defect, and ends the call as one. */
async function toToolResult(work: Promise<unknown>, version: string): Promise<CallToolResult> {
  try {
    const output = (await work) as Record<string, unknown>
    return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
  } catch (error) {
    if (!(error instanceof CodedError || error instanceof UrlError)) throw error
    const [{ message, kind }, data] = [error, toErrorData(error)]
    if (kind === 'bug') throw new ProtocolError('internalError', message, data)
    if (error instanceof InputError && version < FAULTS_ARE_ANSWERS)
      throw new ProtocolError('invalidParams', message, data)
    return { isError: true, content: [{ type: 'text', text: JSON.stringify({ message, ...data }) }] }
  }
}
