import { createNormalizer, definePolicy, type Policy, type PolicySpec } from '@canonist/core'
import { createFoundPolicy } from './found-policy.ts'
import { createGate, type Gate } from './gate.ts'
import { readMappings, type Mapping } from './mappings.ts'
import { computePolicyVersion } from './policy-version.ts'
import { createPartPolicies, type PartName } from './part-policies.ts'

/** A policy as admission reads it. */
export interface AdmissionRules {
  /** Steps 1 to 7 at once. */
  readonly policy: Policy
  /** The policy by steps. */
  readonly parts: Readonly<Record<PartName, Policy>>
  /** For URLs that the network gave: their scheme and their slash are not ours to change. */
  readonly forFound: Policy
  readonly gate: Gate
  /** Whether the policy writes https for this http URL; otherwise a redirect to it is followed as it is. */
  readonly wantsHttps: (url: string) => boolean
  readonly mappings: ReadonlyMap<string, Mapping>
  /** Hosts that others are mapped to. */
  readonly mappedHosts: ReadonlySet<string>
  readonly version: string
}

/** Checks the policy; throws a PolicyError that names the place in the file. */
export function createAdmissionRules(spec: PolicySpec): AdmissionRules {
  const policy = definePolicy(spec)
  const { hosts = {} } = policy.spec
  const [parts, mappings] = [createPartPolicies(policy), readMappings(hosts)]
  const withScheme = createNormalizer(parts.scheme)
  return {
    policy,
    parts,
    forFound: createFoundPolicy(policy),
    gate: createGate(hosts),
    wantsHttps: (url) => withScheme(url)?.startsWith('https:') === true,
    mappings,
    mappedHosts: new Set([...mappings.values()].map(({ host }) => host)),
    version: computePolicyVersion(policy),
  }
}
