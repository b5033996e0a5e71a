import { tryNormalize, type Policy } from '@canonist/core'
import { dropsCredential } from '@canonist/core/internal/credentials/credentials'
import { createFoundPolicy } from '@canonist/web/internal/admit/found-policy'
import { createGate } from '@canonist/web/internal/admit/gate'

/** The URL to write for a page that has moved to `target`; null if that would be no improvement. */
export type SuggestUrl = (pageUrl: string, target: string) => string | null

/**
 * Suggests only URLs that the policy would admit, in its spelling. A redirect may carry a session or tracking parameters, or lead to
 * plain http or to a host that is not on the allowlist.
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
    const isBetter = outcome.ok && outcome.url !== pageUrl && !dropsCredential(pageUrl, outcome.url)
    return isBetter ? outcome.url : null
  }
}

/** Whether the target drops https, or adds a port or credentials. */
function isWeaker(from: URL, to: URL): boolean {
  const isPlain = to.protocol === 'http:' && from.protocol === 'https:'
  return isPlain || to.port !== from.port || to.username !== '' || to.password !== ''
}
