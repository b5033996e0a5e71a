import { toCanonicalIpv4, endsInNumber } from '../../url/ipv4.ts'
import type { PartRepair } from '../rule.ts'

export const ipv4Host: PartRepair = {
  id: 'ipv4-host',
  tier: 'safe',
  repair(url) {
    if (!endsInNumber(url.host)) return null
    const address = toCanonicalIpv4(url.host)
    if (address === null) return 'url/bad-ipv4'
    url.host = address
    return null
  },
}
