import { connect, isIP, isIPv6, SocketAddress, type Socket } from 'node:net'
import { checkServerIdentity, connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import type { CheckedUrl } from '../gate/check-url.ts'
import type { Target } from '../address/connect-map.ts'
import { netCodeOf } from './failure-codes.ts'
import { Stop } from './stop.ts'

export interface Dialed {
  readonly socket: Socket | TLSSocket
  readonly address: string
}

export interface DialOptions {
  readonly secureContext: () => SecureContext
  /** For all of it; the last address that is tried has the rest. */
  readonly connectMs: number
  readonly signal: AbortSignal
}

const MOST_TRIES = 3
const NEXT_MAY_DO = new Set(['connect_refused', 'connect_failed', 'connect_timeout'])

/** Connects to the first of the checked addresses that takes the call; fails as the first of them did. */
export async function dial(url: CheckedUrl, targets: readonly Target[], options: DialOptions): Promise<Dialed> {
  const tried = targets.slice(0, MOST_TRIES)
  const patience = options.connectMs / tried.length
  let first: unknown
  for (const target of tried) {
    try {
      const socket = await connectTo(target, url, patience, options)
      return { socket, address: target.address }
    } catch (error) {
      first ??= error
      if (options.signal.aborted || !NEXT_MAY_DO.has(netCodeOf(error, 'connect'))) throw error
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
  await opened(tcp, 'connect', patience, signal)
  refuseStranger(tcp, target)
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
  await opened(tls, 'secureConnect', patience, signal)
  return tls
}

/** The second line: the socket must be where the guard has said that it may be. */
function refuseStranger(socket: Socket, { address }: Target): void {
  const expected = new SocketAddress({ address, family: isIPv6(address) ? 'ipv6' : 'ipv4' }).address
  if (socket.remoteAddress === expected) return
  const { remoteAddress } = socket
  socket.destroy()
  // A peer that has left already has no address any more.
  throw remoteAddress === undefined ? new Stop('reset') : new Stop('private_address', remoteAddress)
}

/** Resolves with the event; on error, abort or after `patience` the socket is destroyed. */
function opened(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  patience: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (error: unknown): void => {
      settle()
      socket.destroy()
      reject(error)
    }
    const onAbort = (): void => give(signal.reason)
    const timer = setTimeout(() => give(new Stop('connect_timeout')), patience)
    const settle = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    // Stays for good: an error between two owners of a socket must not end the process.
    socket.on('error', give)
    socket.once(event, () => {
      settle()
      resolve()
    })
    if (signal.aborted) onAbort()
  })
}
