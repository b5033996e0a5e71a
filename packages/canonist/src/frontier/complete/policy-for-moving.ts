import { RegistryError } from '../../registry/errors.ts'
import type { Transaction } from '../../store/database.ts'
import type { FrontierContext } from '../context.ts'

/**
 * The policy that URLs move under; null while a rekey moves all of them: what was fetched is kept, and the next visit leads
 * there again.
 */
export async function policyForMoving(
  { registry }: FrontierContext,
  transaction: Transaction,
  now: number,
): Promise<number | null> {
  try {
    return await registry.policies.idForWriting(transaction, registry.policies.inForce, now)
  } catch (error) {
    const isMoving = error instanceof RegistryError && MOVING.has(error.code)
    if (isMoving) return null
    throw error
  }
}

const MOVING: ReadonlySet<string> = new Set(['registry/rekey-under-way', 'registry/policy-changed'])
