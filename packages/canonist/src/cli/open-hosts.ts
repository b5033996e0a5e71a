import { PolicyError, type PolicySpec } from '@canonist/core'
import { asciiDomain } from '../admit/gate.ts'
import { RunError } from '../bulk/run-error.ts'
import type { KnowledgeFile } from '../knowledge/knowledge-file.ts'
import type { KnowledgeFlags } from './knowledge-flags.ts'

/** A policy that names no hosts has nothing to hold against any; the network is only asked about hosts that are named. */
export function withHosts(
  spec: PolicySpec,
  { policy, online }: KnowledgeFlags,
  files: readonly KnowledgeFile[],
): PolicySpec {
  if ((spec.hosts?.allow ?? []).length > 0) return spec
  if (!online) return { ...spec, hosts: { ...spec.hosts, allow: hostsOf(files) } }
  throw new RunError(`${policy} names no hosts that may be asked; list them in hosts.allow of a policy file`, 2)
}

function hostsOf(files: readonly KnowledgeFile[]): string[] {
  const texts = files.flatMap(({ values }) => values.map(({ text }) => text?.trim() ?? ''))
  const hosts = texts.map((text) => linkHost(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`))
  return [...new Set(hosts)].filter(isDomain)
}

/** Addresses are turned away in any case, and a list of hosts takes no odd names. */
function isDomain(host: string): boolean {
  try {
    return /[a-z]$/.test(asciiDomain(host, ''))
  } catch (error) {
    if (error instanceof PolicyError) return false
    throw error
  }
}

/** Empty where there is none. */
export const linkHost = (url: string): string => URL.parse(url.trim())?.hostname.replace(/\.$/, '') ?? ''
