import type { PartRepair } from '../rule.ts'

// https://url.spec.whatwg.org/#forbidden-domain-code-point
const FORBIDDEN = /[\x00-\x20#%/:<>?@[\\\]^|\x7f]/
const NOT_ASCII = /[^\x00-\x7f]/

/** https://url.spec.whatwg.org/#concept-domain-to-ascii; NFC and the mapping of look-alikes are part of it. */
export const asciiHost: PartRepair = {
  id: 'ascii-host',
  tier: 'safe',
  repair(url, idna) {
    if (NOT_ASCII.test(url.host)) {
      if (idna === null) return 'url/idna-not-loaded'
      const ascii = idna(url.host)
      if (ascii === null) return 'url/bad-domain'
      url.host = ascii
    }
    return FORBIDDEN.test(url.host) ? 'url/bad-host' : null
  },
}
