import { pino, type Logger } from 'pino'
import type { Step } from './api-env.ts'
import { readAddress } from './limit-rate.ts'

export type { Logger } from 'pino'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const STDERR = 2

/** Lines of JSON on stderr. Headers and bodies are not logged, so that no token can be. */
export function createLogger(level: LogLevel): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: STDERR, sync: true }),
  )
}

export interface LogOptions {
  readonly log: Logger
  readonly now: () => number
  readonly createId: () => string
  /** Called for each request once its status is known. */
  readonly onResponse: (operation: string, status: number, seconds: number) => void
}

/** Ids of clients are taken over where they are harmless in a log. */
const HARMLESS_ID = /^[\w.:-]{1,64}$/

/** Gives the request its id, and logs what became of it. The query is left out: it may hold URLs with passwords. */
export function logRequest({ log, now, createId, onResponse }: LogOptions): Step {
  return async (c, next) => {
    const started = now()
    // Read here: a request that was cut off has no connection any more.
    const address = readAddress(c)
    const given = c.env.incoming.headers['x-request-id']
    const requestId = typeof given === 'string' && HARMLESS_ID.test(given) ? given : createId()
    c.set('requestId', requestId)
    c.set('operation', 'none')
    c.header('x-request-id', requestId)
    await next()
    const [{ status }, { operation, caller }, ms] = [c.res, c.var, now() - started]
    onResponse(operation, status, ms / 1000)
    const { method } = c.req
    log.info({
      requestId,
      method,
      path: c.req.path,
      operation,
      caller: caller?.name,
      address,
      status,
      ms,
    })
  }
}
