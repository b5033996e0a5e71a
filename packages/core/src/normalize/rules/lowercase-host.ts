import { lowerAscii } from '../../url/percent.ts'
import type { PartRepair } from '../rule.ts'

export const lowercaseHost: PartRepair = {
  id: 'lowercase-host',
  tier: 'safe',
  repair(url) {
    if (!url.host.startsWith('[')) url.host = lowerAscii(url.host)
    return null
  },
}
