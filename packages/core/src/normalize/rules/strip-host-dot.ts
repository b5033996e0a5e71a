import { endsInNumber } from '../../url/ipv4.ts'
import type { PolicyRule } from '../rule.ts'
import { UNRECOGNISED } from '../signs.ts'

export const stripHostDot: PolicyRule = {
  id: 'strip-host-dot',
  tier: 'usually-safe',
  summary: 'The dot at the end of a fully qualified host name is removed.',
  concerns: UNRECOGNISED,
  wakes: 0,
  sparesSigned: true,
  isOn: ({ hostDot }) => hostDot === 'strip',
  apply(url) {
    if (!url.host.endsWith('.')) return
    const host = url.host.replace(/\.+$/, '')
    // "1.." is a name, "1" would be an address; "." alone is all there is.
    if (host !== '' && !endsInNumber(host)) url.host = host
  },
}
