import type { PolicyRule } from '../rule.ts'
import { WWW } from '../signs.ts'

export const stripWww: PolicyRule = {
  id: 'strip-www',
  tier: 'lossy',
  concerns: WWW,
  isOn: ({ www }) => www === 'strip',
  apply(url) {
    while (hasStrippableWww(url.host)) url.host = url.host.slice(4)
  },
}

/** `www.com` is a site of its own: at least two labels must remain. */
export const hasStrippableWww = (host: string): boolean => /^www\.[^.]+\.[^.]/.test(host)
