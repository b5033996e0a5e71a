import type { PolicyRule } from '../rule.ts'
import { NO_WWW } from '../signs.ts'

export const addWww: PolicyRule = {
  id: 'add-www',
  tier: 'lossy',
  concerns: NO_WWW,
  isOn: ({ www }) => www === 'add',
  apply(url) {
    if (isName(url.host) && !/^www\d*\./.test(url.host)) url.host = `www.${url.host}`
  },
}

const isName = (host: string): boolean => /^[^[.]+\.[^.]/.test(host) && !/^[\d.]+$/.test(host)
