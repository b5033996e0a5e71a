import { connect, isIP, isIPv6, SocketAddress, type Socket } from 'node:net'
import { checkServerIdentity, connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import type { CheckedUrl } from '../gate/check-url.ts'
import type { Target } from '../address/connect-map.ts'
import { startDeadline } from '../loop-clock.ts'
import { toNetErrorCode } from './failure-codes.ts'
import { Stop } from './stop.ts'

export interface Dialed {
  readonly socket: Socket | TLSSocket
  readonly address: string
}

export interface DialOptions {
  readonly secureContext: () => SecureContext
  /** For all attempts together; each address gets an equal share. */
  readonly connectMs: number
  readonly signal: AbortSignal
}

const MAX_TRIES = 3
const RETRY_NEXT_ADDRESS = new Set(['connect_refused', 'connect_failed', 'connect_timeout'])

/** Connects to the first of the checked addresses that accepts; if none does, throws the first error. */
export async function dial(url: CheckedUrl, targets: readonly Target[], options: DialOptions): Promise<Dialed> {
  const tried = targets.slice(0, MAX_TRIES)
  const patience = options.connectMs / tried.length
  let first: unknown
  for (const target of tried) {
    try {
      const socket = await connectTo(target, url, patience, options)
      return { socket, address: target.address }
    } catch (error) {
      first ??= error
      if (options.signal.aborted || !RETRY_NEXT_ADDRESS.has(toNetErrorCode(error, 'connect'))) throw error
    }
  }
  throw first
}

async function connectTo(
  target: Target,
  url: CheckedUrl,
  patience: number,
  { signal, secureContext }: DialOptions,
): Promise<Socket | TLSSocket> {
  const tcp = connect({ host: target.address, port: target.port, noDelay: true })
  await waitUntilOpen(tcp, 'connect', patience, signal)
  verifyPeer(tcp, target)
  if (url.scheme === 'http') return tcp
  const tls = connectTls({
    socket: tcp,
    // Certificates are for names; SNI has no place for an address.
    servername: isIP(url.host) === 0 ? url.host : '',
    checkServerIdentity: (_, certificate) => checkServerIdentity(url.host, certificate),
    secureContext: secureContext(),
    ALPNProtocols: ['http/1.1'],
    // Explicit, because without it NODE_TLS_REJECT_UNAUTHORIZED=0 switches the check off.
    rejectUnauthorized: true,
  })
  await waitUntilOpen(tls, 'secureConnect', patience, signal)
  return tls
}

/** Second line of defence: the socket must be connected to the checked address. */
function verifyPeer(socket: Socket, { address }: Target): void {
  const expected = new SocketAddress({ address, family: isIPv6(address) ? 'ipv6' : 'ipv4' }).address
  if (socket.remoteAddress === expected) return
  const { remoteAddress } = socket
  socket.destroy()
  // A peer that has already left has no address.
  throw remoteAddress === undefined ? new Stop('reset') : new Stop('private_address', remoteAddress)
}

/** Resolves with the event; on error, abort or after `patience` the socket is destroyed. */
function waitUntilOpen(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  patience: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      cleanUp()
      socket.destroy()
      reject(error)
    }
    const onAbort = (): void => fail(signal.reason)
    const endDeadline = startDeadline(patience, () => fail(new Stop('connect_timeout')))
    const cleanUp = (): void => {
      endDeadline()
      signal.removeEventListener('abort', onAbort)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    // Stays for good: an error between two owners of a socket must not end the process.
    socket.on('error', fail)
    socket.once(event, () => {
      cleanUp()
      resolve()
    })
    if (signal.aborted) onAbort()
  })
}
