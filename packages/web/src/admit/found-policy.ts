import { definePolicy, type Policy, type PolicyFields } from '@canonist/core'
import { mapSections } from './sections.ts'

/**
 * The policy for URLs that the network gave: their scheme and their slash are not ours to change. What admission makes of
 * a URL stays as it is under this one, so that a registry of admissions has its keys by it.
 */
export function createFoundPolicy({ spec }: Policy): Policy {
  return definePolicy({ ...mapSections(spec, keepSchemeAndSlash), name: `${spec.name}${SUFFIX}` })
}

const SUFFIX = '-as-found'

/** The policy that keys move to: a registry whose keys are made for admissions keeps what the network gave. */
export function chooseKeyPolicy(policy: Policy, nameInForce: string): Policy {
  return nameInForce.endsWith(SUFFIX) && !policy.name.endsWith(SUFFIX) ? createFoundPolicy(policy) : policy
}

const keepSchemeAndSlash = (fields: PolicyFields): PolicyFields => ({
  ...fields,
  scheme: 'keep',
  trailingSlash: 'keep',
})
