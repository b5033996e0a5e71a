import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { cannotRead, RunError } from '../io/run-error.ts'
import { createFetcher, type Fetcher, type FetcherOptions } from '../resolve/fetcher.ts'
import { createPoliteFetcher } from '../resolve/polite-fetcher.ts'
import type { NetworkFlags } from './flags/network.ts'

/** One URL that somebody waits for is asked at once; a list is asked politely. */
export async function openFetcher(flags: NetworkFlags, isList: boolean): Promise<Fetcher> {
  const fetcher = await openPlainFetcher(flags)
  if (!isList) return fetcher
  const { hostDelay, concurrency, ignoreRobots, userAgent, timeout, maxWait = timeout * 1000 } = flags
  return createPoliteFetcher(fetcher, {
    delayMs: hostDelay,
    most: concurrency,
    maxWaitMs: maxWait,
    obeysRobots: !ignoreRobots,
    userAgent,
  })
}

export type ConnectionFlags = Pick<NetworkFlags, 'connectTo' | 'cacert' | 'timeout' | 'userAgent'> &
  Partial<Pick<NetworkFlags, 'maxBytes'>>

/** For who has manners of their own. */
export async function openPlainFetcher(flags: ConnectionFlags): Promise<Fetcher> {
  return makeFetcher({
    connectTo: connectMap(flags.connectTo ?? []),
    timeouts: { total: flags.timeout * 1000 },
    userAgent: flags.userAgent,
    maxBytes: flags.maxBytes,
    ...(flags.cacert === undefined ? {} : { ca: await readAuthorities(flags.cacert) }),
  })
}

/** A mapping to no address, or to no port, is found when the fetcher is made. */
function makeFetcher(options: FetcherOptions): Fetcher {
  try {
    return createFetcher(options)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new RunError(`--connect-to is not understood: ${error.message}`, 2, error)
  }
}

async function readAuthorities(path: string): Promise<string> {
  const pem = await readFile(path, 'utf8').catch((error: unknown) => Promise.reject(cannotRead(path, error)))
  if (isCertificate(pem)) return pem
  throw new RunError(`${path} holds no certificate; --cacert takes a PEM file, which begins with -----BEGIN`, 2)
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== ''
  } catch {
    return false
  }
}

// HOST:PORT:ADDR:PORT; an IPv6 address stands in brackets, on both sides.
const MAPPING = /^(\[[^\]]*\]|[^:[\]]*):(\d*):(\[[^\]]+\]|[^:[\]]+):(\d+)$/

function connectMap(mappings: readonly string[]): Record<string, string> {
  return Object.fromEntries(mappings.map(readMapping))
}

function readMapping(mapping: string): [string, string] {
  const [whole, host, port, address, toPort] = MAPPING.exec(mapping) ?? []
  if (whole === undefined) {
    throw new RunError(
      `--connect-to ${mapping} is not understood; write HOST:PORT:ADDR:PORT, as in example.com:443:127.0.0.1:8443`,
      2,
    )
  }
  return [`${host}:${port}`, `${address}:${toPort}`]
}
