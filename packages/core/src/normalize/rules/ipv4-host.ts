import { canonicalIpv4, endsInNumber } from '../../url/ipv4.ts'
import type { PartRepair } from '../rule.ts'

export const ipv4Host: PartRepair = {
  id: 'ipv4-host',
  tier: 'safe',
  summary: 'An IPv4 address in octal, hex or with fewer than four numbers is written as four decimal numbers.',
  repair(url) {
    if (url.host.startsWith('[') || !endsInNumber(url.host)) return null
    const address = canonicalIpv4(url.host)
    if (address === null) return 'url/bad-ipv4'
    url.host = address
    return null
  },
}
