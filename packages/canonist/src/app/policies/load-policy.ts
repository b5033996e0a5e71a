import { definePolicy, policies, type Policy, type PolicyName, type PolicySpec } from '@canonist/core'
import { AppError } from '../errors.ts'
import { shownName } from '../../text/shown-name.ts'
import { checkedPolicy } from './checked-policy.ts'

export interface LoadedPolicy {
  readonly policy: Policy
  /** What a worker thread needs to make the same policy. */
  readonly source: PolicyName | PolicySpec
  /** What the file itself says; `null` for a built-in. */
  readonly own: PolicySpec | null
}

/** A built-in by its name, or a policy file by its path. */
export async function loadPolicy(ref: string): Promise<LoadedPolicy> {
  if (isBuiltIn(ref)) return { policy: policies[ref], source: ref, own: null }
  if (!/[./\\]/.test(ref)) {
    const names = Object.keys(policies).join(', ')
    throw new AppError('app/unknown-policy', {
      thing: ref,
      message: `there is no policy ${shownName(ref)}; the built-in ones are ${names}; a policy file is named by its path`,
    })
  }
  const { readPolicyFile } = await import('./read-policy-file.ts')
  const { own, resolved } = await readPolicyFile(ref)
  return { policy: checkedPolicy(ref, () => definePolicy(resolved)), source: resolved, own }
}

function isBuiltIn(ref: string): ref is PolicyName {
  return Object.hasOwn(policies, ref)
}
