import type { PartRepair } from '../rule.ts'

const HTTPS = 'https:'

export const lowercaseScheme: PartRepair = {
  id: 'lowercase-scheme',
  tier: 'safe',
  repair(url) {
    // The split lets only these two through.
    url.scheme = url.scheme.length === HTTPS.length ? HTTPS : 'http:'
    return null
  },
}
