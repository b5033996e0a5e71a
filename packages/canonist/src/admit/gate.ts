import { domainToASCII } from 'node:url'
import { PolicyError, type HostsSpec } from '@canonist/core'

/** What the policy says of a host. A shortener may be passed through, never stored. */
export type HostVerdict = 'allowed' | 'shortener' | 'blocked' | 'unknown'

export type Gate = (host: string) => HostVerdict

/** DNS has no longer ones; every label of a host is looked up, and a text may have thousands. */
const LONGEST_NAME = 253

/** Lets every public host in. Only `hosts.allow` knows it: to block every host, leave `allow` empty. */
const ANY_HOST = '*'

/** Whether a policy limits which hosts are let in: `*` alone names none. */
export const hasAllowlist = (hosts: HostsSpec): boolean => (hosts.allow ?? []).length > 0 && !isOpen(hosts)

const isOpen = ({ allow }: HostsSpec): boolean => (allow ?? []).includes(ANY_HOST)

/** Sorts hosts by the lists of a policy. A host that no list names is not let in; a blocked one is not, even below an allowed domain. */
export function createGate(hosts: HostsSpec): Gate {
  const { allow, block, shorteners } = hosts
  const isBlocked = covering(block ?? [], 'block')
  const isListed = covering(
    (allow ?? []).filter((host) => host !== ANY_HOST),
    'allow',
  )
  const isAllowed = isOpen(hosts) ? () => true : isListed
  const isShortener = covering(shorteners ?? [], 'shorteners')
  return (host) => {
    if (host.length > LONGEST_NAME) return 'unknown'
    if (isBlocked(host)) return 'blocked'
    if (isShortener(host)) return 'shortener'
    return isAllowed(host) ? 'allowed' : 'unknown'
  }
}

/** `boe.es` and `*.boe.es` alike cover the domain and all below it; a label is whole or not meant. */
function covering(patterns: readonly string[], list: string): (host: string) => boolean {
  const domains = new Set(patterns.map((pattern, at) => asciiDomain(pattern, `hosts.${list}[${at}]`)))
  return (host) => {
    for (let start = 0; start !== -1; start = nextLabel(host, start)) if (domains.has(host.slice(start))) return true
    return false
  }
}

function nextLabel(host: string, start: number): number {
  const dot = host.indexOf('.', start)
  return dot === -1 ? -1 : dot + 1
}

// The platform's function reads on until such a character and forgets the rest.
const NO_PART_OF_A_NAME = /[/\\?#:@%\s]/
const PLAIN_DOMAIN = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/** A domain as hosts of URLs are spelled; a list that means no host must not seem to mean one. */
export function asciiDomain(pattern: string, path: string): string {
  const ascii = domainToASCII(pattern.replace(/^\*\./, '').replace(/\.$/, ''))
  if (PLAIN_DOMAIN.test(ascii) && !NO_PART_OF_A_NAME.test(pattern)) return ascii
  throw new PolicyError(path, `"${pattern}" is no domain; write it without scheme, port and path`)
}
