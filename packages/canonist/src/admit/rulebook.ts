import { definePolicy, type Policy, type PolicySpec } from '@canonist/core'
import { foundPolicy } from './found-policy.ts'
import { createGate, type Gate } from './gate.ts'
import { readMappings, type Mapping } from './mappings.ts'
import { policyVersion } from './policy-version.ts'
import { partPolicies, type PartName } from './part-policies.ts'

/** A policy as admission reads it. */
export interface Rulebook {
  /** Steps 1 to 7 at once. */
  readonly policy: Policy
  /** The policy by steps. */
  readonly parts: Readonly<Record<PartName, Policy>>
  /** For URLs that the network gave: their scheme and their slash are not ours to change. */
  readonly forFound: Policy
  readonly gate: Gate
  readonly mappings: ReadonlyMap<string, Mapping>
  readonly version: string
}

/** Checks the policy; throws a PolicyError that names the place in the file. */
export function createRulebook(spec: PolicySpec): Rulebook {
  const policy = definePolicy(spec)
  const { hosts = {} } = policy.spec
  return {
    policy,
    parts: partPolicies(policy),
    forFound: foundPolicy(policy),
    gate: createGate(hosts),
    mappings: readMappings(hosts),
    version: policyVersion(policy),
  }
}
