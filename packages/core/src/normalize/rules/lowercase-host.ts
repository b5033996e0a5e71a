import { lowerAscii } from '../../url/percent.ts'
import type { PartRepair } from '../rule.ts'

export const lowercaseHost: PartRepair = {
  id: 'lowercase-host',
  tier: 'safe',
  summary: 'The host is written in lower case.',
  repair(url) {
    if (!url.host.startsWith('[')) url.host = lowerAscii(url.host)
    return null
  },
}
