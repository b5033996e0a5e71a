import type { PolicyRule } from '../rule.ts'
import { HTTP, HTTPS } from '../signs.ts'
import { DEFAULT_PORTS } from './remove-default-port.ts'

export const limitScheme: PolicyRule = {
  id: 'limit-scheme',
  tier: 'lossy',
  concerns: HTTP | HTTPS,
  leaves: ({ scheme }) => (scheme === 'https' ? HTTPS : HTTP),
  isOn: ({ scheme }) => scheme !== 'keep',
  apply(url, { settings }) {
    const scheme = `${settings.scheme}:`
    if (url.scheme === scheme) return
    // In the same step: ":80" after https would name another server.
    if (url.port === DEFAULT_PORTS[url.scheme]) url.port = ''
    url.scheme = scheme
  },
}
