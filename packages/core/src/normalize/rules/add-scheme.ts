import type { RuleIdentity, Completion } from '../rule.ts'

/** Usually safe: most hosts answer on the scheme that the policy names. */
export const addScheme: RuleIdentity = { id: 'add-scheme', tier: 'usually-safe' }

/** A host name with a dot, localhost, or an address, with a port or without: a single word may be anything. */
const HOST = /^(?:[^\s/?#\\:@.]+(?:\.[^\s/?#\\:@.]+)+\.?|localhost|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#\\]|$)/i

/** Puts a scheme in front of a text that begins with a host. */
export function createCompletion(scheme: 'https' | 'http'): Completion {
  return {
    ...addScheme,
    scheme,
    complete(text) {
      if (text.startsWith('//')) return `${scheme}:${text}`
      return HOST.test(text) ? `${scheme}://${text}` : null
    },
  }
}
