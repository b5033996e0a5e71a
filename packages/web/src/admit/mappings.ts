import { findRegistrableDomain } from '../net/gate/registrable-domain.ts'
import { PolicyError, type HostsSpec } from '@canonist/core'
import { toAsciiDomain } from './gate.ts'

/** The host that replaces another host. */
export interface Mapping {
  readonly host: string
  /** false: the policy marks it as not verified. */
  readonly isVerified: boolean
  /** true: a person has decided it, so that no proof is needed. */
  readonly isDecided?: boolean
}

/** The mappings that the policy lists, for exactly the host that is named. */
export function readMappings({ canonical }: HostsSpec): ReadonlyMap<string, Mapping> {
  const mappings = new Map<string, Mapping>()
  for (const [from, to] of Object.entries(canonical ?? {})) {
    const path = `hosts.canonical[${JSON.stringify(from)}]`
    const target = typeof to === 'string' ? to : to.host
    mappings.set(toAsciiDomain(from, path), { host: toAsciiDomain(target, path), isVerified: typeof to === 'string' })
  }
  rejectChains(mappings)
  return mappings
}

/** A host that is replaced may not be a replacement: the same URL would come out otherwise the second time. */
function rejectChains(mappings: ReadonlyMap<string, Mapping>): void {
  for (const [from, { host }] of mappings) {
    const next = mappings.get(host)
    if (next === undefined || next.host === host) continue
    const reason = `leads to ${host}, which leads to ${next.host}; name the last one here`
    throw new PolicyError(`hosts.canonical[${JSON.stringify(from)}]`, reason)
  }
}

export const isSameSite = (one: string, other: string): boolean =>
  findRegistrableDomain(one) !== null && findRegistrableDomain(one) === findRegistrableDomain(other)
