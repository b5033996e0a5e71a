import { createSecureContext, type SecureContext } from 'node:tls'
import { connectionOn, hangUp, type Connection } from './connection.ts'
import { dial } from './dial.ts'
import { limitWire } from './limit-wire.ts'
import { netCodeOf } from './failure-codes.ts'
import { IdleConnections } from './idle-connections.ts'
import { startGuard } from './start-guard.ts'
import { Stop } from './stop.ts'
import type { Transport, TransportAnswer, TransportRequest } from './transport.ts'

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
    context ??= createSecureContext({ minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca: certificates(ca) }) })
    return context
  }
  return {
    isDecoding: false,
    async send(request) {
      const { url, targets, watch } = request
      const kept = takeAny(idle, request)
      const answer = kept === null ? null : await askAgain(kept, request, idle)
      if (answer !== null) return answer
      watch.enter('connect')
      const dialed = await dial(url, targets, { secureContext, connectMs, signal: watch.signal })
      return ask(connectionOn(dialed, url), request, idle)
    },
    async close() {
      idle.clear()
    },
  }
}

function certificates(ca: CertificateAuthorities): string | Buffer | (string | Buffer)[] {
  const asNode = (one: string | Uint8Array): string | Buffer => (typeof one === 'string' ? one : Buffer.from(one))
  return typeof ca === 'string' || ca instanceof Uint8Array ? asNode(ca) : ca.map(asNode)
}

function keyOf({ url: { scheme, host, port } }: TransportRequest, address: string): string {
  return `${scheme} ${host} ${port} ${address}`
}

function takeAny(idle: IdleConnections, request: TransportRequest): Connection | null {
  for (const { address } of request.targets) {
    const connection = idle.take(keyOf(request, address))
    if (connection !== null) return connection
  }
  return null
}

/** On a connection that was kept; `null` where the server had hung up in the meantime. */
async function askAgain(
  connection: Connection,
  request: TransportRequest,
  idle: IdleConnections,
): Promise<TransportAnswer | null> {
  try {
    return await ask(connection, request, idle)
  } catch (error) {
    const isStale = netCodeOf(error, 'headers') === 'reset' && !request.watch.signal.aborted
    if (isStale) return null
    throw error
  }
}

/** More than a few hints before the answer are no hints. */
const MOST_HINTS = 16

async function ask(connection: Connection, request: TransportRequest, idle: IdleConnections): Promise<TransportAnswer> {
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
    } = await client.compose(startGuard(request.start)).request({
      method,
      path: pathname + search,
      headers,
      signal: watch.signal,
      onInfo() {
        hints += 1
        if (hints > MOST_HINTS) throw new Stop('protocol_error', `more than ${MOST_HINTS} informational answers`)
      },
    })
    // Whoever stops reading destroys the body, which is then an error that nobody waits for.
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
        if (isWhole) idle.give(keyOf(request, address), connection)
        else hangUp(connection)
      },
    }
  } catch (error) {
    hangUp(connection)
    throw error
  }
}
