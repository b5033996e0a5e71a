import type { ConnectMap } from './address/connect-map.ts'
import type { Exchanger } from './exchange.ts'
import {
  checkMaxBytes,
  checkUserAgent,
  DEFAULT_MAX_BYTES,
  resolveTimeouts,
  type CommonOptions,
} from './exchanger-options.ts'
import { DEFAULT_USER_AGENT } from './user-agent.ts'
import { parseAddressSet } from './address/public-address.ts'
import { check, runExchange, type ExchangerContext } from './run-exchange.ts'
import { createSystemDns } from './address/system-dns.ts'
import type { Transport } from './transport/transport.ts'
import type { Watch } from './transport/watch.ts'

/** Builds an exchanger around a transport. */
export function assembleExchanger(options: CommonOptions, transport: Transport, mapped: ConnectMap): Exchanger {
  const equipment = createContext(options, transport, mapped)
  const running = new Set<Watch>()
  const begin = (watch: Watch): (() => void) => {
    running.add(watch)
    return () => running.delete(watch)
  }
  return {
    fetch: (url, init = {}) => runExchange(equipment, url, init, begin),
    check: (url, init = {}) => check(equipment, url, init),
    async close() {
      for (const watch of running) watch.abort()
      await transport.close()
    },
  }
}

function createContext(options: CommonOptions, transport: Transport, mapped: ConnectMap): ExchangerContext {
  const isAllowedAddress = parseAddressSet(options.allowAddresses ?? [])
  return {
    rules: { mapped, isAllowedAddress, dnsFn: options.dnsFn ?? createSystemDns() },
    transport,
    timeouts: resolveTimeouts(options.timeouts),
    maxBytes: checkMaxBytes(options.maxBytes ?? DEFAULT_MAX_BYTES),
    userAgent: checkUserAgent(options.userAgent ?? DEFAULT_USER_AGENT),
    now: options.now ?? (() => performance.now()),
  }
}
