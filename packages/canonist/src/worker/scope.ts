import { getDomain } from 'tldts'
import { hostOf } from '../registry/spelling.ts'

/** How far links lead: on the same host, or on all hosts of the same registrable domain. */
export type Scope = 'host' | 'domain'

/** Whether two URLs belong together. */
export function isSameSite(scope: Scope, a: string, b: string): boolean {
  const [first, second] = [hostOf(a), hostOf(b)]
  if (first === second) return true
  return scope === 'domain' && siteOf(first) !== null && siteOf(first) === siteOf(second)
}

/** What somebody registered; platforms that give names to others count as registries. */
const siteOf = (host: string): string | null => getDomain(host, { allowPrivateDomains: true })
