import type { PolicyRule } from '../rule.ts'
import { UNRECOGNISED } from '../signs.ts'

export const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': ':80', 'https:': ':443' }

export const removeDefaultPort: PolicyRule = {
  id: 'remove-default-port',
  tier: 'safe',
  concerns: UNRECOGNISED,
  runsIfSigned: true,
  isOn: ({ port }) => port === 'strip-default',
  apply(url) {
    if (url.port === DEFAULT_PORTS[url.scheme]) url.port = ''
  },
}
