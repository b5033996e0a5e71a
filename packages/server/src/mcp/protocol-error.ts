import type { CodedError } from '@canonist/core/internal/text/coded-error'
import type { UrlError } from '@canonist/core'
import { InputError, type InputFault } from '../operations/operation.ts'

/** The codes of JSON-RPC: https://www.jsonrpc.org/specification#error_object */
export const PROTOCOL_CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  invalidParams: -32_602,
  internalError: -32_603,
} as const

/** Thrown by the handler of a request, it answers the request with an error of JSON-RPC. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly code: number
  /** What a tool answers, too: the code of the table, and the fix. */
  readonly data: ErrorData | undefined

  constructor(code: keyof typeof PROTOCOL_CODES, message: string, data?: ErrorData) {
    super(message)
    this.code = PROTOCOL_CODES[code]
    this.data = data
  }
}

export interface ErrorData {
  readonly code: string
  readonly fix: string
  readonly errors?: readonly InputFault[]
}

/** An error of a table, for programs. */
export function toErrorData(error: CodedError | UrlError): ErrorData {
  const { code, fix } = error
  return { code, fix, ...(error instanceof InputError ? { errors: error.errors } : {}) }
}
