import { isIP } from 'node:net'
import type { CheckedUrl } from '../gate/check-url.ts'
import type { ConnectMap, Target } from './connect-map.ts'
import type { DnsFn } from '../exchange.ts'
import { isPublicAddress } from './public-address.ts'
import { Stop } from '../transport/stop.ts'

export interface TargetRules {
  readonly mapped: ConnectMap
  readonly isAllowedAddress: (address: string) => boolean
  readonly dnsFn: DnsFn
}

/** Finds every address that may be connected to for this URL. Each name is resolved once, so that DNS cannot change its answer after the check. */
export async function findTargets({ host, port }: CheckedUrl, rules: TargetRules): Promise<readonly Target[]> {
  const mapped = rules.mapped(host, port)
  if (mapped !== null) return [mapped]
  const addresses = isIP(host) === 0 ? await resolve(host, rules.dnsFn) : [host]
  for (const address of addresses) {
    const isFine = isPublicAddress(address) || rules.isAllowedAddress(address)
    // One bad address rejects them all: which of them is used would be up to chance.
    if (!isFine) throw new Stop('private_address', address)
  }
  return addresses.map((address) => ({ address, port }))
}

async function resolve(host: string, dnsFn: DnsFn): Promise<readonly string[]> {
  const addresses = [...new Set(await dnsFn(host))]
  if (addresses.length === 0) throw new Stop('dns_empty')
  const strange = addresses.find((address) => isIP(address) === 0)
  if (strange !== undefined) throw new Stop('dns_failed', `not an address: ${strange}`)
  return addresses
}
