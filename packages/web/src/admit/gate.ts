import { domainToASCII } from 'node:url'
import { PolicyError, type HostsSpec } from '@canonist/core'

/** How the policy classifies a host. Redirects may pass through a shortener, but it is never stored. */
export type HostVerdict = 'allowed' | 'shortener' | 'blocked' | 'unknown'

export type Gate = (host: string) => HostVerdict

/** The maximum in DNS. Every label of a host is looked up, and a hostile text may have thousands. */
const MAX_NAME_LENGTH = 253

/** Allows every public host. Only `hosts.allow` accepts it: to block every host, leave `allow` empty. */
const ANY_HOST = '*'

/** Whether a policy limits the allowed hosts: `*` alone does not. */
export const hasAllowlist = (hosts: HostsSpec): boolean => (hosts.allow ?? []).length > 0 && !isOpen(hosts)

const isOpen = ({ allow }: HostsSpec): boolean => (allow ?? []).includes(ANY_HOST)

/** Classifies hosts by the lists of a policy. A host on no list is not allowed, nor is a blocked host below an allowed domain. */
export function createGate(hosts: HostsSpec): Gate {
  const { allow, block, shorteners } = hosts
  const isBlocked = createCoverTest(block ?? [], 'block')
  const isListed = createCoverTest(
    (allow ?? []).filter((host) => host !== ANY_HOST),
    'allow',
  )
  const isAllowed = isOpen(hosts) ? () => true : isListed
  const isShortener = createCoverTest(shorteners ?? [], 'shorteners')
  return (host) => {
    if (host.length > MAX_NAME_LENGTH) return 'unknown'
    if (isBlocked(host)) return 'blocked'
    if (isShortener(host)) return 'shortener'
    return isAllowed(host) ? 'allowed' : 'unknown'
  }
}

/** `boe.es` and `*.boe.es` both cover the domain and everything below it; labels are compared whole. */
function createCoverTest(patterns: readonly string[], list: string): (host: string) => boolean {
  const domains = new Set(patterns.map((pattern, at) => toAsciiDomain(pattern, `hosts.${list}[${at}]`)))
  return (host) => {
    for (let start = 0; start !== -1; start = findNextLabel(host, start))
      if (domains.has(host.slice(start))) return true
    return false
  }
}

function findNextLabel(host: string, start: number): number {
  const dot = host.indexOf('.', start)
  return dot === -1 ? -1 : dot + 1
}

// The platform's function stops at such a character and ignores the rest.
const NO_PART_OF_A_NAME = /[/\\?#:@%\s]/
const PLAIN_DOMAIN = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/** Spells a domain like the hosts of URLs. Throws for an entry that cannot match any host. */
export function toAsciiDomain(pattern: string, path: string): string {
  const ascii = domainToASCII(pattern.replace(/^\*\./, '').replace(/\.$/, ''))
  if (PLAIN_DOMAIN.test(ascii) && !NO_PART_OF_A_NAME.test(pattern)) return ascii
  throw new PolicyError(path, `"${pattern}" is not a domain; write it without scheme, port and path`)
}
