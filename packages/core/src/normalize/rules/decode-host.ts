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
      // Octets that are not UTF-8, or a % that does not begin an escape. A host may contain neither.
      return 'url/bad-host'
    }
    // Brackets mean an address only if they were not escaped.
    return url.host.startsWith('[') ? 'url/bad-host' : null
  },
}
