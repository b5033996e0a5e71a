import { definePolicy, policies, PolicyError, type Policy, type PolicyName } from '@canonist/core'

/** A policy from what was stored of it, or sent of it to another thread; null where its rules no longer are ours. */
export function compilePolicy({ fingerprint, name, spec }: Policy): Policy | null {
  const builtIn = Object.hasOwn(policies, name) ? policies[name as PolicyName] : undefined
  if (builtIn?.fingerprint === fingerprint) return builtIn
  try {
    const policy = definePolicy(spec)
    return policy.fingerprint === fingerprint ? policy : null
  } catch (error) {
    if (error instanceof PolicyError) return null
    throw error
  }
}
