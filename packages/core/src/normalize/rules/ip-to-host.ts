import type { PolicyRule } from '../rule.ts'
import { UNRECOGNISED } from '../signs.ts'

export const ipToHost: PolicyRule = {
  id: 'ip-to-host',
  tier: 'lossy',
  concerns: UNRECOGNISED,
  isOn: (settings) => Object.keys(settings.ipToHost).length > 0,
  apply(url, { settings }) {
    if (Object.hasOwn(settings.ipToHost, url.host)) url.host = settings.ipToHost[url.host] ?? url.host
  },
}
