import { policies as builtIn, type Policy, type KnownPolicy } from '@canonist/core'
import type { Database } from '../store/database.ts'
import { otherPolicy, PolicyBook } from './policy-book.ts'
import type { RegistryOptions } from './registry.ts'

/** Reads the policies that keys are made by; refuses where the caller wants another one. */
export async function openPolicies(
  database: Database,
  { policy: ref, policyIfNew = 'dedupe' }: Pick<RegistryOptions, 'policy' | 'policyIfNew'>,
): Promise<PolicyBook> {
  const wanted = resolvePolicy(ref ?? policyIfNew)
  const book = new PolicyBook(wanted)
  await book.read(database)
  if (ref !== undefined && book.inForce.fingerprint !== wanted.fingerprint) throw otherPolicy(wanted, book.inForce.name)
  return book
}

function resolvePolicy(ref: KnownPolicy): Policy {
  return typeof ref === 'string' ? builtIn[ref] : ref
}
