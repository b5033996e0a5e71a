import { definePolicy, policies, listActiveRules, type Policy, type PolicyName } from '@canonist/core'
import { readFields } from './markdown.ts'

const isBuiltIn = (text: string): text is PolicyName => Object.hasOwn(policies, text)

/** The policy that a page's column "under" means: a built-in by its name, or fields over `rfc3986`. */
export function policyUnder(text: string): Policy {
  if (isBuiltIn(text)) return policies[text]
  return definePolicy({ name: text, ...readFields(text) })
}

/** The ids of the rules that a policy turns on outside its sections. */
export function idsInForce(policy: Policy): Set<string> {
  return new Set(listActiveRules(policy).map(({ id }) => id))
}
