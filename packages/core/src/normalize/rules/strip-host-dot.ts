import { endsInNumber } from '../../url/ipv4.ts'
import type { PolicyRule } from '../rule.ts'
import { UNRECOGNISED } from '../signs.ts'

const DOT = 0x2e

export const stripHostDot: PolicyRule = {
  id: 'strip-host-dot',
  tier: 'usually-safe',
  concerns: UNRECOGNISED,
  isOn: ({ hostDot }) => hostDot === 'strip',
  apply(url) {
    if (!url.host.endsWith('.')) return
    let end = url.host.length
    while (url.host.charCodeAt(end - 1) === DOT) end--
    const host = url.host.slice(0, end)
    // "1.." is a name but "1" would be an address, and "." must not become empty.
    if (host !== '' && !endsInNumber(host)) url.host = host
  },
}
