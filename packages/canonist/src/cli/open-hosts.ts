import type { PolicySpec } from '@canonist/core'
import { RunError } from './run-error.ts'
import type { KnowledgeFlags } from './flags/links.ts'

/** A policy without an allowlist has nothing to hold against any host; requests go only to hosts that it allows. */
export function withHosts(spec: PolicySpec, { policy, online }: KnowledgeFlags): PolicySpec {
  if ((spec.hosts?.allow ?? []).length > 0) return spec
  if (!online) return { ...spec, hosts: { ...spec.hosts, allow: ['*'] } }
  throw new RunError(
    `policy ${policy} has no allowlist, so --online may not send requests; add hosts.allow to your policy (['*'] allows every public host)`,
    2,
  )
}

/** Empty where there is none. */
export const linkHost = (url: string): string => URL.parse(url.trim())?.hostname.replace(/\.$/, '') ?? ''
