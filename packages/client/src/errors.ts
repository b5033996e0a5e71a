import type { ServerErrorCode } from './operation-types.ts'

/** What the client itself finds wrong. Every other code comes from the server. */
export const CLIENT_ERRORS = {
  'client/unreachable': {
    kind: 'unavailable',
    retry: true,
    says: 'The server cannot be reached.',
    fix: 'Check the URL, and that canonist serve is running there.',
  },
  'client/interrupted': {
    kind: 'unavailable',
    retry: true,
    says: 'The connection ended before the response was complete.',
    fix: 'Send the request again. Everything written so far is kept.',
  },
  'client/bad-response': {
    kind: 'unavailable',
    retry: false,
    says: 'The response does not come from a Canonist server.',
    fix: 'Check the URL, and whether a proxy responds instead of the server.',
  },
  'client/redirected': {
    kind: 'usage',
    retry: false,
    says: 'The server redirects to another URL.',
    fix: 'Pass the URL that it redirects to.',
  },
  'client/bad-argument': {
    kind: 'usage',
    retry: false,
    says: 'The argument is not valid.',
    fix: 'Pass an id, a name, or a list of URLs, as the type of the method says.',
  },
} as const

export type ClientErrorCode = keyof typeof CLIENT_ERRORS

/** A code of the client or of the server; newer servers may have others. */
export type ErrorCode = ClientErrorCode | ServerErrorCode | (string & Record<never, never>)

/** A field of the input that is not valid. */
export interface InputFault {
  /** `urls[3]`; empty for the input as a whole. */
  readonly path: string
  readonly message: string
}

/** What an error knows besides its code. */
export interface ErrorFields {
  readonly status?: number | undefined
  readonly detail: string
  readonly fix: string
  readonly retry: boolean
  readonly errors?: readonly InputFault[] | undefined
  readonly requestId?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/**
 * A request failed. Branch on `code`; docs/reference/errors.md lists all of them.
 *
 * @example
 * const page = await client.findPage({ url }).catch((error) => {
 *   if (error instanceof CanonistError && error.code === 'app/not-found') return null
 *   throw error
 * })
 */
export class CanonistError extends Error {
  override readonly name = 'CanonistError'
  readonly code: ErrorCode
  /** Of the response; 0 if there was none. */
  readonly status: number
  /** The problem, with what it is about. */
  readonly detail: string
  /** What to do about it. */
  readonly fix: string
  /** The fields of the input that are not valid; empty for other errors. */
  readonly errors: readonly InputFault[]
  /** Whether the same request may succeed later. */
  readonly retry: boolean
  /** How long the server asks to wait; null if it does not say. */
  readonly retryAfterMs: number | null
  /** Finds the request in the log of the server; null if it did not get there. */
  readonly requestId: string | null

  constructor(code: ErrorCode, fields: ErrorFields) {
    super(`${fields.detail} ${fields.fix}`, fields.cause === undefined ? {} : { cause: fields.cause })
    this.code = code
    this.status = fields.status ?? 0
    this.detail = fields.detail
    this.fix = fields.fix
    this.errors = fields.errors ?? []
    this.retry = fields.retry
    this.retryAfterMs = fields.retryAfterMs ?? null
    this.requestId = fields.requestId ?? null
  }
}

/** An error that the client found itself. */
export function createClientError(
  code: ClientErrorCode,
  thing: string,
  fields: Pick<ErrorFields, 'status' | 'requestId' | 'cause'> = {},
): CanonistError {
  const { says, fix, retry } = CLIENT_ERRORS[code]
  return new CanonistError(code, { ...fields, detail: `${thing}: ${says}`, fix, retry })
}
