import { policies as builtIn, type Policy, type KnownPolicy } from '@canonist/core'
import type { Database } from '../store/database.ts'
import { createOtherPolicyError, PolicyStore } from './policy-store.ts'
import type { RegistryOptions } from './registry.ts'

/** Reads the policies that keys are made by; throws if the caller wants another one. */
export async function openPolicies(
  database: Database,
  { policy: ref, policyIfNew = 'dedupe' }: Pick<RegistryOptions, 'policy' | 'policyIfNew'>,
): Promise<PolicyStore> {
  const wanted = resolvePolicy(ref ?? policyIfNew)
  const book = new PolicyStore(wanted)
  await book.read(database)
  if (ref !== undefined && book.active.fingerprint !== wanted.fingerprint)
    throw createOtherPolicyError(wanted, book.active.name)
  return book
}

function resolvePolicy(ref: KnownPolicy): Policy {
  return typeof ref === 'string' ? builtIn[ref] : ref
}
