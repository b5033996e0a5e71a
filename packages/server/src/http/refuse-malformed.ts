import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { RequestError } from '@hono/node-server'
import { breakBody } from './read-body.ts'
import { ApiError, type ApiErrorCode } from './errors.ts'
import type { Logger } from './log.ts'
import { PROBLEM_TYPE, toProblem } from './problem.ts'
import { SECURITY_HEADERS } from './guards.ts'

/** What Node calls it, where it is not simply malformed. */
const CODES: Readonly<Record<string, ApiErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'api/headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'api/slow-headers',
}

/** A request that is being answered. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** For a client that goes on sending after it was refused. */
const REFUSED_MS = 500

/**
 * Answers a malformed HTTP request with a problem, like every other error. Node itself would send a bare status line.
 *
 * A connection is *free* between two requests: what arrives then and is malformed is refused here. While it is *busy*, the
 * malformed bytes are the rest of a body. The request then fails where its body is read, and its route answers as it does any
 * error; if its response is being sent already, the connection ends. After either the connection is *refused*, and ends soon.
 *
 * Must never write into a response that is being sent.
 */
export function refuseMalformed(server: Server, log: Logger): void {
  const busy = new WeakMap<object, Exchange>()
  const refused = new WeakSet<object>()
  server.prependListener('request', (request, response) => {
    const { socket } = request
    busy.set(socket, { request, response })
    response.once('close', () => {
      // The rest of a body that no one read must not get a response of its own.
      if (request.complete && busy.get(socket)?.response === response) busy.delete(socket)
    })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The rest of what was refused is malformed too.
    if (refused.has(socket)) return
    const exchange = busy.get(socket)
    if (!socket.writable || error.code === 'ECONNRESET' || (exchange !== undefined && !isBodyOpen(exchange))) {
      socket.destroy()
      return
    }
    refused.add(socket)
    const code = CODES[error.code ?? ''] ?? 'api/malformed-request'
    if (exchange === undefined) refuseConnection(socket, refuse(code, log), error, log)
    else failBody(exchange, code)
  })
}

/** Whether the request can still fail because of its body. */
const isBodyOpen = ({ request, response }: Exchange): boolean => !request.complete && !response.headersSent

function failBody({ request, response }: Exchange, code: ApiErrorCode): void {
  // Node closes the connection after the response: where the next request would begin is not known.
  response.shouldKeepAlive = false
  breakBody(request, new ApiError(code, { detail: 'its body is incomplete or malformed' }))
}

function refuseConnection(socket: Socket, refusal: Refusal, error: Error, log: Logger): void {
  const { requestId, status, headers, body } = refusal
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  // Not the error itself: it carries the bytes of the request, and with them its token.
  log.debug({ requestId, reason: error.message })
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), REFUSED_MS).unref()
}

/** The same for a request whose URL or `Host` cannot be read. */
export function answerMalformed(error: unknown, log: Logger): Response {
  const code = error instanceof RequestError ? 'api/malformed-request' : 'api/defect'
  const { requestId, status, headers, body } = refuse(code, log)
  if (code === 'api/defect') log.error({ requestId, err: error })
  return new Response(body, { status, headers })
}

interface Refusal {
  readonly requestId: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

function refuse(code: ApiErrorCode, log: Logger): Refusal {
  const requestId = randomUUID()
  const problem = toProblem(new ApiError(code))
  const body = JSON.stringify(problem)
  log.info({ requestId, operation: 'none', status: problem.status, code })
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': PROBLEM_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
  }
  return { requestId, status: problem.status, headers, body }
}
