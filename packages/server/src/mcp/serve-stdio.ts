import type { Readable, Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Canonist } from '../canonist/open-canonist.ts'
import { createMcpServer, type McpOptions } from './create-mcp-server.ts'
import { LineTransport } from './line-transport.ts'

export interface StdioOptions extends Omit<McpOptions, 'run'> {
  readonly stdin: Readable
  readonly stdout: Writable
  /** Ends the conversation. */
  readonly signal: AbortSignal
}

/** Why the conversation ended: the other side closed its end or a signal arrived, or a message was longer than `MAX_MESSAGE_BYTES`. */
export type StdioEnd = 'closed' | 'message-too-long'

/** As much as the service accepts in a body. */
export const MAX_MESSAGE_BYTES = 10_000_000

/** Speaks MCP with the program that started this one, until that closes its end. Calls that came before are still answered. */
export async function serveStdio(
  app: Canonist,
  { stdin, stdout, signal, ...options }: StdioOptions,
): Promise<StdioEnd> {
  const calls = new Set<Promise<unknown>>()
  const server = createMcpServer(app, { ...options, run: (_, work) => track(calls, work()) })
  const ended = Promise.withResolvers<StdioEnd>()
  const end = (): void => ended.resolve('closed')
  // The transport does not notice the end of stdin.
  stdin.once('end', () => void finish(calls).then(end))
  stdin.once('close', () => {
    if (!stdin.readableEnded) end()
  })
  // The other side has closed its end.
  stdout.on('error', end)
  signal.addEventListener('abort', end, { once: true })
  // The transport closes itself only if a message does not end.
  const onclose = (): void => ended.resolve('message-too-long')
  const transport = new LineTransport({ stdin, stdout, maxBytes: MAX_MESSAGE_BYTES })
  await server.connect(Object.assign(transport, { onclose }))
  if (signal.aborted) end()
  const why = await ended.promise
  await server.close()
  return why
}

function track<T>(calls: Set<Promise<unknown>>, call: Promise<T>): Promise<T> {
  calls.add(call)
  const forget = (): void => void calls.delete(call)
  call.then(forget, forget)
  return call
}

/** Waits until no call is open. A message becomes a call, and a result a message, a turn later. */
async function finish(calls: ReadonlySet<Promise<unknown>>): Promise<void> {
  do {
    await nextTurn()
    await Promise.allSettled(calls)
    await nextTurn()
  } while (calls.size > 0)
}
