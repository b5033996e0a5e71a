import { toCanonicalIpv6 } from '../../url/ipv6.ts'
import type { PartRepair } from '../rule.ts'

export const ipv6Host: PartRepair = {
  id: 'ipv6-host',
  tier: 'safe',
  repair(url) {
    const address = url.host.endsWith(']') ? toCanonicalIpv6(url.host.slice(1, -1)) : null
    if (address === null) return 'url/bad-ipv6'
    url.host = `[${address}]`
    return null
  },
}
