import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { RequestError } from '@hono/node-server'
import { ApiError, type ApiErrorCode } from './errors.ts'
import type { Logger } from './log.ts'
import { PROBLEM_TYPE, toProblem } from './problem.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** What Node calls it, where it is not simply malformed. */
const CODES: Readonly<Record<string, ApiErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'api/headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'api/slow-headers',
}

/**
 * Answers a malformed HTTP request with a problem, like every other error. Node itself would send a bare status line.
 *
 * Must never write into a response that is being sent: the rest of a broken body comes after a request that was accepted.
 */
export function refuseMalformed(server: Server, log: Logger): void {
  const busy = new WeakSet<object>()
  server.prependListener('request', ({ socket }, response) => {
    busy.add(socket)
    response.once('close', () => busy.delete(socket))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (busy.has(socket) || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const { requestId, status, headers, body } = refuse(CODES[error.code ?? ''] ?? 'api/malformed-request', log)
    const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
    // Not the error itself: it carries the bytes of the request, and with them its token.
    log.debug({ requestId, reason: error.message })
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
  })
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
