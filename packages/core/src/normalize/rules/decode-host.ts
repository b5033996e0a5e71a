import type { PartRepair } from '../rule.ts'

/** https://url.spec.whatwg.org/#concept-host-parser, steps 4 and 5 */
export const decodeHost: PartRepair = {
  id: 'decode-host',
  tier: 'safe',
  repair(url) {
    if (!url.host.includes('%')) return null
    try {
      url.host = decodeURIComponent(url.host)
    } catch {
      // Octets that are not UTF-8, or a % that begins no escape: neither can stand in a host.
      return 'url/bad-host'
    }
    // Brackets mean an address only where they are spelled as such.
    return url.host.startsWith('[') ? 'url/bad-host' : null
  },
}
