import type { HostsSpec } from '@canonist/core'
import { createGate } from '../admit/gate.ts'

/**
 * Whether the redirects of a page may lead to a URL: to its own host always, to others as the policy says. A policy without
 * an allowlist refuses only what it blocks.
 */
export function createAllowlist(hosts: HostsSpec): (pageHost: string, url: string) => boolean {
  const gate = createGate(hosts)
  const isOpen = (hosts.allow ?? []).length === 0
  return (pageHost, url) => {
    const host = URL.parse(url)?.hostname.replace(/\.$/, '')
    // What is no URL is refused by the fetcher, which knows why.
    if (host === undefined || host === pageHost) return true
    const verdict = gate(host)
    return verdict === 'unknown' ? isOpen : verdict !== 'blocked'
  }
}
