import { tryNormalize, type Policy } from '@canonist/core'
import { createFoundPolicy } from '../admit/found-policy.ts'
import { createGate } from '../admit/gate.ts'

/** What to write instead of the URL of a page that has moved to `target`; null where that would be no better. */
export type SuggestUrl = (pageUrl: string, target: string) => string | null

/**
 * Servers redirect to whatever they like: with the session of the visitor, with tracking, to plain http, to hosts that
 * nobody let in. What people are told to write is what the policy would admit, in its spelling.
 */
export function createUrlSuggester(policy: Policy): SuggestUrl {
  const spelling = createFoundPolicy(policy)
  const { hosts = {} } = policy.spec
  const gate = createGate(hosts)
  const welcome = (hosts.allow ?? []).length === 0 ? ['allowed', 'unknown'] : ['allowed']
  const isWelcome = (host: string): boolean => welcome.includes(gate(host.replace(/\.$/, '')))
  return (pageUrl, target) => {
    const [from, to] = [URL.parse(pageUrl), URL.parse(target)]
    if (from === null || to === null || isWeaker(from, to)) return null
    if (to.hostname !== from.hostname && !isWelcome(to.hostname)) return null
    const outcome = tryNormalize(target, spelling)
    return outcome.ok && outcome.url !== pageUrl ? outcome.url : null
  }
}

/** Plain http where https was; a port or a user name where there was none. */
function isWeaker(from: URL, to: URL): boolean {
  const isPlain = to.protocol === 'http:' && from.protocol === 'https:'
  return isPlain || to.port !== from.port || to.username !== '' || to.password !== ''
}
