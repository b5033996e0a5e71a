import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Client } from 'undici'
import type { CheckedUrl } from '../gate/check-url.ts'
import type { Dialed } from './dial.ts'
import { MAX_HEADER_BYTES } from './header-map.ts'
import { loadUndiciClient } from './undici-client.ts'

/** One connection to one checked address, and the HTTP client on it. */
export interface Connection {
  readonly client: Client
  readonly socket: Socket
  readonly address: string
  /** When the server's certificate ends, in milliseconds since 1970; undefined without TLS. */
  readonly certificateExpires: number | undefined
}

/** Shorter than what common servers grant (5 s and more), so that it is mostly we who hang up. */
const IDLE_MS = 4000

/** Puts an HTTP client on an open socket. The client must never connect by itself. */
export function createConnection({ socket, address }: Dialed, url: CheckedUrl): Connection {
  let isTaken = false
  const Client = loadUndiciClient()
  const client = new Client(new URL(url.url).origin, {
    connect(_, done) {
      const isFirst = !isTaken
      isTaken = true
      // Not at once: the client is not yet ready for an answer within its own call.
      queueMicrotask(() => (isFirst ? done(null, socket) : done(createResetError(), null)))
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: IDLE_MS,
    // The watch has timers of its own, which nothing that the server does can stretch.
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
    allowH2: false,
    // Else an environment variable would choose the parser.
    useMilo: false,
  })
  return { client, socket, address, certificateExpires: readExpiry(socket) }
}

function readExpiry(socket: Socket): number | undefined {
  const validTo = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN
  return Number.isNaN(validTo) ? undefined : validTo
}

function createResetError(): Error {
  return Object.assign(new Error('the server has closed the idle connection'), { code: 'ECONNRESET' })
}

export function closeConnection({ client, socket }: Connection): void {
  client.destroy().catch(() => undefined)
  // A client that never got to its first request does not have the socket yet.
  socket.destroy()
}
