import { policies, listActiveRules, type Policy, type PolicySpec, type Tier } from '@canonist/core'

export interface PolicySummary {
  readonly name: string
  readonly fingerprint: string
  readonly description: string
}

export interface PolicyDescription {
  readonly name: string
  readonly fingerprint: string
  readonly spec: PolicySpec
  /** The rules that act under this policy, in the order in which they act. */
  readonly rules: readonly { readonly id: string; readonly tier: Tier; readonly summary: string }[]
}

/** The built-in policies. */
export function listPolicies(): PolicySummary[] {
  return Object.values(policies).map(({ name, fingerprint, spec }) => ({
    name,
    fingerprint,
    description: spec.description ?? '',
  }))
}

export function describePolicy(policy: Policy): PolicyDescription {
  const { name, fingerprint, spec } = policy
  return {
    name,
    fingerprint,
    spec,
    rules: listActiveRules(policy).map(({ id, tier, summary }) => ({ id, tier, summary })),
  }
}
