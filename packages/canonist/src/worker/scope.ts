import { ownerDomain } from '../net/gate/registrable-domain.ts'
import { hostOf } from '../registry/spelling.ts'

/** How far links lead: on the same host, or on all hosts of the same registrable domain. */
export type Scope = 'host' | 'domain'

/** Whether two URLs belong together. */
export function isSameSite(scope: Scope, a: string, b: string): boolean {
  const [first, second] = [hostOf(a), hostOf(b)]
  if (first === second) return true
  return scope === 'domain' && ownerDomain(first) !== null && ownerDomain(first) === ownerDomain(second)
}
