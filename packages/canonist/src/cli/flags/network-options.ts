import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { NetworkOptions, PoliteOptions } from '@canonist/server/internal/fetching/open-fetcher'
import { createReadError } from '@canonist/lists/internal/io/errors'
import { RunError } from '../run-error.ts'
import type { NetworkFlags } from './network.ts'

export type ConnectionFlags = Pick<NetworkFlags, 'connectTo' | 'cacert' | 'timeout' | 'userAgent'> &
  Partial<Pick<NetworkFlags, 'maxBytes'>>

type PoliteFlags = ConnectionFlags & Pick<NetworkFlags, 'hostDelay' | 'concurrency' | 'ignoreRobots' | 'maxWait'>

/** Reads the network flags. */
export async function readNetworkOptions(flags: PoliteFlags): Promise<PoliteOptions> {
  const { hostDelay, concurrency, ignoreRobots, timeout, maxWait = timeout } = flags
  return {
    ...(await readConnectionOptions(flags)),
    hostDelayMs: hostDelay,
    concurrency,
    maxWaitMs: maxWait,
    obeysRobots: !ignoreRobots,
  }
}

/** The same without the limits for lists, for commands that have their own. */
export async function readConnectionOptions(flags: ConnectionFlags): Promise<NetworkOptions> {
  const { connectTo = [], cacert, timeout, userAgent, maxBytes } = flags
  return {
    connectTo: Object.fromEntries(connectTo.map(readMapping)),
    timeoutMs: timeout,
    userAgent,
    maxBytes,
    ca: cacert === undefined ? undefined : await readAuthorities(cacert),
  }
}

async function readAuthorities(path: string): Promise<string> {
  const pem = await readFile(path, 'utf8').catch((error: unknown) => Promise.reject(createReadError(path, error)))
  if (isCertificate(pem)) return pem
  throw new RunError(`${path} holds no certificate. Pass --cacert a PEM file, which begins with -----BEGIN.`, 2)
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== ''
  } catch {
    return false
  }
}

// HOST:PORT:ADDR:PORT; IPv6 addresses are in brackets, on both sides.
const MAPPING = /^(\[[^\]]*\]|[^:[\]]*):(\d*):(\[[^\]]+\]|[^:[\]]+):(\d+)$/

function readMapping(mapping: string): [string, string] {
  const [whole, host, port, address, toPort] = MAPPING.exec(mapping) ?? []
  if (whole === undefined) {
    throw new RunError(
      `--connect-to ${mapping} is not valid. Write HOST:PORT:ADDR:PORT, as in example.com:443:127.0.0.1:8443.`,
      2,
    )
  }
  return [`${host}:${port}`, `${address}:${toPort}`]
}
