import { Resolver } from 'node:dns/promises'
import type { DnsFn } from '../exchange.ts'

export interface SystemDnsOptions {
  /** DNS servers to use instead of the system's. */
  readonly servers?: readonly string[]
  /** Timeout of one try, in milliseconds. */
  readonly tryMs?: number
  readonly tries?: number
}

/**
 * Queries DNS for A and AAAA at once. Not by getaddrinfo, which reads "127.1" and "0x7f.1" as addresses, reads /etc/hosts,
 * and blocks a thread for as long as it takes.
 */
export function createSystemDns({ servers, tryMs = 1500, tries = 3 }: SystemDnsOptions = {}): DnsFn {
  let resolver: Resolver | undefined
  const start = (): Resolver => {
    const started = new Resolver({ timeout: tryMs, tries })
    if (servers !== undefined) started.setServers(servers)
    return started
  }
  return async (host) => {
    resolver ??= start()
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throwFailure(answers)
    return addresses
  }
}

/** "No such records" from both queries is a valid answer; any other failure is thrown. */
function throwFailure(answers: readonly PromiseSettledResult<string[]>[]): void {
  const errors: unknown[] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const telling = errors.find((error) => !hasNoData(error))
  if (telling !== undefined) throw telling
}

function hasNoData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENODATA'
}
