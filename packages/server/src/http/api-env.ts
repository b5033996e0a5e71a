import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Caller } from './tokens.ts'

/** What the steps of a request tell each other. */
export interface ApiEnv {
  readonly Bindings: HttpBindings
  readonly Variables: {
    requestId: string
    /** Null for a request without a token, where tokens are needed. */
    caller: Caller | null
    /** The number of the session that the caller sent; null for a token. */
    session: number | null
    /** What kept the server from finding out who the caller is, such as a database that is unavailable; else null. */
    callerError: Error | null
    /** Whether a request with the same credentials would still have this caller. */
    isCallerCurrent: () => boolean
    /** The name of the operation, or the path of a page. */
    operation: string
  }
}

export type ApiContext = Context<ApiEnv>
export type Step = MiddlewareHandler<ApiEnv>
