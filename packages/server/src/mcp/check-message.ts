import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  JSONRPCErrorResponseSchema,
  JSONRPCMessageSchema,
  JSONRPCNotificationSchema,
  JSONRPCRequestSchema,
  JSONRPCResultResponseSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { InputError, parseInput } from '../operations/operation.ts'
import { PROTOCOL_CODES, toErrorData, type ErrorData } from './protocol-error.ts'

/** How JSON-RPC answers a message that cannot be handled. */
export interface Refusal {
  readonly jsonrpc: '2.0'
  /** Null where the message is not a request, so that it has no id to name. */
  readonly id: RequestId | null
  readonly error: { readonly code: number; readonly message: string; readonly data?: ErrorData }
}

export type CheckedMessage =
  | { readonly ok: true; readonly message: JSONRPCMessage }
  | { readonly ok: false; readonly refusal: Refusal }

/** Messages that are not refused as such. Wrong parameters are: the response to such a request is an error. */
export const MESSAGE: z.ZodType = z.union([
  JSONRPCRequestSchema.extend({ params: z.unknown().optional() }),
  JSONRPCNotificationSchema,
  JSONRPCResultResponseSchema,
  JSONRPCErrorResponseSchema,
])

/** The requests that this server handles; it answers all others with "Method not found". */
const REQUESTS: Readonly<Record<string, z.ZodType>> = {
  initialize: InitializeRequestSchema,
  ping: PingRequestSchema,
  'tools/list': ListToolsRequestSchema,
  'tools/call': CallToolRequestSchema,
}

/**
 * Whether a value is a message that can be handled.
 *
 * Not left to the SDK: it drops a line that is not a message, so that the sender waits for ever, and answers wrong parameters with
 * "Internal error".
 */
export function checkMessage(value: unknown): CheckedMessage {
  if (Array.isArray(value))
    return refuse(null, 'invalidRequest', 'Batches are not supported. Send each message by itself.')
  const parsed = JSONRPCMessageSchema.safeParse(value)
  const { id, method } = readRequest(value)
  if (!parsed.success && (id === null || method === undefined))
    return refuse(
      id,
      'invalidRequest',
      'Not a message of JSON-RPC 2.0. Send an object with "jsonrpc": "2.0", a method, and an id that is a string or a whole number.',
    )
  const schema = method !== undefined && Object.hasOwn(REQUESTS, method) ? REQUESTS[method] : undefined
  const fault = schema === undefined ? null : findFault(schema, value)
  if (fault !== null) return refuse(id, 'invalidParams', fault.message, toErrorData(fault))
  if (parsed.success) return { ok: true, message: parsed.data }
  return refuse(id, 'invalidParams', 'The parameters are not an object. Send them by name.')
}

/** The answer to bytes that are not JSON. */
export const refuseText = (reason: string): Refusal =>
  createRefusal(null, 'parseError', `The message is not JSON in UTF-8 (${reason}). Send one message of JSON-RPC.`)

/** What is known of a request, however little of it is valid; no method where more than its parameters is wrong. */
function readRequest(value: unknown): { id: RequestId | null; method?: string } {
  if (typeof value !== 'object' || value === null) return { id: null }
  const { jsonrpc, id, method, params: _, ...others } = value as Readonly<Record<string, unknown>>
  const known = typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : null
  const isRequest = jsonrpc === '2.0' && typeof method === 'string' && Object.keys(others).length === 0
  return isRequest ? { id: known, method } : { id: known }
}

function findFault(schema: z.ZodType, value: unknown): InputError | null {
  try {
    parseInput(schema, value)
    return null
  } catch (error) {
    if (error instanceof InputError) return error
    throw error
  }
}

const refuse = (...refused: Parameters<typeof createRefusal>): CheckedMessage => ({
  ok: false,
  refusal: createRefusal(...refused),
})

function createRefusal(
  id: RequestId | null,
  code: keyof typeof PROTOCOL_CODES,
  message: string,
  data?: ErrorData,
): Refusal {
  return {
    jsonrpc: '2.0',
    id,
    error: { code: PROTOCOL_CODES[code], message, ...(data === undefined ? {} : { data }) },
  }
}
