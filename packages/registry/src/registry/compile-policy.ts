import { definePolicy, policies, PolicyError, type Policy, type PolicyName } from '@canonist/core'

/** Compiles a policy that was stored, or sent to another thread. Null if this build's rules give it another fingerprint. */
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
