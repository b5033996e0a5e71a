import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { isPublicAddress } from './public-address.ts'

/** Where a connection goes. */
export interface Target {
  readonly address: string
  readonly port: number
}

/** Where the operator redirects a target to; `null` if it is not mapped. */
export type ConnectMap = (host: string, port: number) => Target | null

/**
 * Reads `connectTo`. The most exact entry wins: host and port, host alone, port alone, neither.
 *
 * @example parseConnectMap({ ':443': '127.0.0.1:8443' })('a.example', 443) // { address: '127.0.0.1', port: 8443 }
 */
export function parseConnectMap(connectTo: Readonly<Record<string, string>>): ConnectMap {
  const targets = new Map(Object.entries(connectTo).map(([from, to]) => [parseKey(from), parseTarget(to)]))
  return (host, port) => {
    const named = targets.get(`${host}:${port}`) ?? targets.get(`${host}:`)
    if (named !== undefined) return named
    // "Any host" means names and public addresses: a page must not reach a private one through an entry that does not name it.
    if (isIP(host) !== 0 && !isPublicAddress(host)) return null
    return targets.get(`:${port}`) ?? targets.get(':') ?? null
  }
}

function parseKey(text: string): string {
  const { host = '', port = '' } = /^(?<host>\[[^\]]+\]|[^:[\]]*):(?<port>\d*)$/.exec(text)?.groups ?? failToParse(text)
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  return `${isIP(name) === 0 ? domainToASCII(name) : name}:${port === '' ? '' : Number(port)}`
}

function parseTarget(text: string): Target {
  const { host = '', port = '' } =
    /^(?<host>\[[^\]]+\]|[^:[\]]+):(?<port>\d{1,5})$/.exec(text)?.groups ?? failToParse(text)
  const target = { address: host.replace(/^\[|\]$/g, ''), port: Number(port) }
  if (isIP(target.address) === 0 || target.port < 1 || target.port > 65_535) failToParse(text)
  return target
}

function failToParse(text: string): never {
  throw new RangeError(
    `connectTo: ${JSON.stringify(text)} cannot be read; write { 'host:port': 'address:port' } with a numeric address, IPv6 in brackets`,
  )
}
