import { definePolicy, mergePolicySpecs, type Policy, type PolicySpec } from '@canonist/core'
import type { Session } from '../../store/database.ts'
import { listPolicyDecisions } from '../sql/reviews.sql.ts'
import type { Consequence } from './consequence.ts'

/** Adds all policy entries from decided reviews to a policy, in the order of the decisions. */
export async function buildReviewedPolicy(session: Session, policy: Policy): Promise<Policy> {
  const decided = await listPolicyDecisions(session)
  const spec = decided.reduce<PolicySpec>(mergeEntry, policy.spec)
  return spec === policy.spec ? policy : definePolicy(spec)
}

/** Adds one policy entry. */
export function addPolicyEntry(policy: Policy, consequence: Consequence): Policy {
  const spec = mergeEntry(policy.spec, consequence)
  return spec === policy.spec ? policy : definePolicy(spec)
}

function mergeEntry(spec: PolicySpec, consequence: Consequence): PolicySpec {
  if (consequence.becomes !== 'policy') return spec
  return mergePolicySpecs(spec, { name: formatReviewedName(spec.name), sites: consequence.sites })
}

const SUFFIX = '-reviewed'

function formatReviewedName(name: string): string {
  return name.endsWith(SUFFIX) ? name : `${name}${SUFFIX}`
}
