import type { PolicySpec } from '@canonist/core'
import { LinkError } from './errors.ts'

/**
 * A policy without an allowlist has nothing against any host, but requests go only to hosts that the policy allows.
 *
 * @param name of the policy, for messages
 */
export function allowHosts(spec: PolicySpec, name: string, sendsRequests: boolean): PolicySpec {
  if ((spec.hosts?.allow ?? []).length > 0) return spec
  if (!sendsRequests) return { ...spec, hosts: { ...spec.hosts, allow: ['*'] } }
  throw new LinkError('app/no-allowlist', { thing: name })
}

/** Empty where there is none. */
export const parseLinkHost = (url: string): string => URL.parse(url.trim())?.hostname.replace(/\.$/, '') ?? ''
