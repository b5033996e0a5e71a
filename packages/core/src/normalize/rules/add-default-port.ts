import type { PolicyRule } from '../rule.ts'
import { HTTP, HTTPS } from '../signs.ts'
import { DEFAULT_PORTS } from './remove-default-port.ts'

export const addDefaultPort: PolicyRule = {
  id: 'add-default-port',
  tier: 'safe',
  concerns: HTTP | HTTPS,
  runsIfSigned: true,
  isOn: ({ port }) => port === 'add-default',
  apply(url) {
    if (url.port === '') url.port = DEFAULT_PORTS[url.scheme] ?? ''
  },
}
