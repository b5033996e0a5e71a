import { createSecureContext, type SecureContext } from 'node:tls'
import { createConnection, closeConnection, type Connection } from './connection.ts'
import { dial } from './dial.ts'
import { toNetErrorCode } from './failure-codes.ts'
import { IdleConnections } from './idle-connections.ts'
import { Stop } from './stop.ts'
import type { Transport, TransportResponse, TransportRequest } from './transport.ts'
import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'

/** One byte a chunk is `1 CR LF x CR LF`: six bytes on the wire for each byte of the body. */
const MAX_PER_BYTE = 6
/** For what comes with every answer, however short its body: the last chunk, and trailers. */
const ALLOWANCE = 1_048_576

/**
 * Ends the connection where a server sends far more than the body that is wanted: a chunk may carry extensions without end,
 * which the parser drops. Counts from now on; call the result when the answer has been read.
 */
function limitWire(socket: Socket, maxBytes: number): () => void {
  const most = socket.bytesRead + maxBytes * MAX_PER_BYTE + ALLOWANCE
  const look = (): void => {
    if (socket.bytesRead > most) socket.destroy(new Stop('body_too_large', `more than ${most} bytes with its chunks`))
  }
  socket.on('readable', look)
  return () => void socket.off('readable', look)
}

/**
 * Certificate authorities to trust, as PEM, instead of Node's. Node's are the ones it ships with and the ones that the operator adds
 * for every Node program on the machine (`NODE_EXTRA_CA_CERTS`, `NODE_USE_SYSTEM_CA`).
 */
export type CertificateAuthorities = string | Uint8Array | readonly (string | Uint8Array)[]

export interface SocketOptions {
  readonly ca: CertificateAuthorities | undefined
  readonly connectMs: number
}

/** HTTP/1.1 over connections of our own to addresses that were checked; idle ones are kept for the same origin and address. */
export function createSocketTransport({ ca, connectMs }: SocketOptions): Transport {
  const idle = new IdleConnections()
  let context: SecureContext | undefined
  const secureContext = (): SecureContext => {
    context ??= createSecureContext({
      minVersion: 'TLSv1.2',
      ...(ca === undefined ? {} : { ca: toNodeCertificates(ca) }),
    })
    return context
  }
  return {
    isDecoding: false,
    async send(request) {
      const { url, targets, watch } = request
      const kept = takeIdle(idle, request)
      const answer = kept === null ? null : await sendOnKept(kept, request, idle)
      if (answer !== null) return answer
      watch.enter('connect')
      const dialed = await dial(url, targets, { secureContext, connectMs, signal: watch.signal })
      return sendOn(createConnection(dialed, url), request, idle)
    },
    async close() {
      idle.clear()
    },
  }
}

function toNodeCertificates(ca: CertificateAuthorities): string | Buffer | (string | Buffer)[] {
  const asNode = (one: string | Uint8Array): string | Buffer => (typeof one === 'string' ? one : Buffer.from(one))
  return typeof ca === 'string' || ca instanceof Uint8Array ? asNode(ca) : ca.map(asNode)
}

function formatKey({ url: { scheme, host, port } }: TransportRequest, address: string): string {
  return `${scheme} ${host} ${port} ${address}`
}

function takeIdle(idle: IdleConnections, request: TransportRequest): Connection | null {
  for (const { address } of request.targets) {
    const connection = idle.take(formatKey(request, address))
    if (connection !== null) return connection
  }
  return null
}

/** Sends on a kept connection; `null` if the server had closed it in the meantime. */
async function sendOnKept(
  connection: Connection,
  request: TransportRequest,
  idle: IdleConnections,
): Promise<TransportResponse | null> {
  try {
    return await sendOn(connection, request, idle)
  } catch (error) {
    const isStale = toNetErrorCode(error, 'headers') === 'reset' && !request.watch.signal.aborted
    if (isStale) return null
    throw error
  }
}

/** Informational responses (1xx) before the final one. A server that sends more is broken or hostile. */
const MAX_INFORMATIONAL = 16

async function sendOn(
  connection: Connection,
  request: TransportRequest,
  idle: IdleConnections,
): Promise<TransportResponse> {
  const { url, method, headers, watch, maxBytes } = request
  const { client, socket, address, certificateExpires } = connection
  let hints = 0
  try {
    watch.enter('headers')
    const { pathname, search } = new URL(url.url)
    const {
      statusCode,
      headers: received,
      body,
    } = await client.compose(createStartGuard(request.start)).request({
      method,
      path: pathname + search,
      headers,
      signal: watch.signal,
      onInfo() {
        hints += 1
        if (hints > MAX_INFORMATIONAL)
          throw new Stop('protocol_error', `more than ${MAX_INFORMATIONAL} informational answers`)
      },
    })
    // Stopping early destroys the body, which then emits an error that no code waits for.
    body.on('error', () => undefined)
    const stopCounting = limitWire(socket, maxBytes)
    return {
      status: statusCode,
      headers: received,
      body,
      address,
      certificateExpires,
      done(isWhole) {
        stopCounting()
        if (isWhole) idle.give(formatKey(request, address), connection)
        else closeConnection(connection)
      },
    }
  } catch (error) {
    closeConnection(connection)
    throw error
  }
}

/** An interceptor that calls `start` at the last moment before a request is written; if it throws, nothing is. */
function createStartGuard(start: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        start()
        handler.onRequestStart?.(controller, context)
      },
      onResponseStart: (controller, status, headers, message) =>
        handler.onResponseStart?.(controller, status, headers, message),
      onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
      onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
      onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
    })
}
