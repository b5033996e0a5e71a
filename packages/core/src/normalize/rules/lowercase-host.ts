import { lowerAscii } from '../../url/percent.ts'
import type { PartRepair } from '../rule.ts'

export const lowercaseHost: PartRepair = {
  id: 'lowercase-host',
  tier: 'safe',
  repair(url) {
    url.host = lowerAscii(url.host)
    return null
  },
}
