import { definePolicy, policies, PolicyError, type Policy } from '@canonist/core'
import { AppError } from '../canonist/errors.ts'
import type { Canonist } from '../canonist/open-canonist.ts'
import { limitExpressions, limitParts } from './expression-limits.ts'

type PolicyRef = string | Readonly<Record<string, unknown>>

/** A built-in policy by name, or a policy that came with the request. Files are not read: the caller may not be on this machine. */
export function resolvePolicy(ref: PolicyRef): Policy {
  limitParts(ref)
  const policy = resolveTrustedPolicy(ref)
  limitExpressions(policy)
  return policy
}

/** The same for callers who may replace the policy of the registry: they may slow the server down. */
export function resolveTrustedPolicy(ref: PolicyRef): Policy {
  if (typeof ref === 'string') {
    const policy = Object.hasOwn(policies, ref) ? policies[ref as keyof typeof policies] : undefined
    if (policy === undefined)
      throw new AppError('app/unknown-policy', { thing: ref, fix: 'List the policies to see their names.' })
    return policy
  }
  try {
    // definePolicy checks every field and says which one is wrong.
    return definePolicy({ name: 'inline', ...ref })
  } catch (error) {
    if (error instanceof PolicyError) throw new AppError('app/bad-policy', { detail: error.message, cause: error })
    throw error
  }
}

/** The policy with the allowlist: the caller's, that of the newest admission, or the registry's own. */
export async function resolveSourcesPolicy(app: Canonist, ref: PolicyRef | undefined): Promise<Policy> {
  return ref === undefined ? (await app.health()).effectivePolicy.policy : resolvePolicy(ref)
}
