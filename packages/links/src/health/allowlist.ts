import type { HostsSpec } from '@canonist/core'
import { createGate } from '@canonist/web/internal/admit/gate'

/**
 * Whether the redirects of a page may lead to a URL: always to its own host, to others as the policy says. A policy without an
 * allowlist refuses only blocked hosts.
 */
export function createAllowlist(hosts: HostsSpec): (pageHost: string, url: string) => boolean {
  const gate = createGate(hosts)
  const isOpen = (hosts.allow ?? []).length === 0
  return (pageHost, url) => {
    const host = URL.parse(url)?.hostname.replace(/\.$/, '')
    // The fetcher refuses invalid URLs, with a reason.
    if (host === undefined || host === pageHost) return true
    const verdict = gate(host)
    return verdict === 'unknown' ? isOpen : verdict !== 'blocked'
  }
}
