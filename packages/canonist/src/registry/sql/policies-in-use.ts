import type { Policy, PolicySpec } from '@canonist/core'
import type { Session, Transaction } from '../../store/database.ts'
import { compilePolicy } from '../compile-policy.ts'

export interface PolicyInUse {
  readonly id: number
  readonly fingerprint: string
  readonly name: string
}

/** Keeps other processes from writing under the active policy until the transaction ends; null if nothing was ever written. */
export async function lockActivePolicy(transaction: Transaction): Promise<PolicyInUse | null> {
  const [row] = await transaction.all<PolicyInUse>(
    'update policies set in_force = 1 where in_force = 1 returning id, fingerprint, name',
  )
  return row ?? null
}

interface StoredSpec extends PolicyInUse {
  readonly spec: string
}

export async function findPolicy(session: Session, id: number): Promise<StoredSpec | null> {
  const [row] = await session.all<StoredSpec>('select id, fingerprint, name, spec from policies where id = $1', [id])
  return row ?? null
}

/** Null if this build no longer has its rules. */
export function compileStored({ fingerprint, name, spec }: StoredSpec): Policy | null {
  return compilePolicy({ fingerprint, name, spec: JSON.parse(spec) as PolicySpec })
}

/** Marks a policy as arriving: readers then also look for pages under it. */
export async function announcePolicy(transaction: Transaction, policy: Policy, now: number): Promise<number> {
  const [row] = await transaction.all<{ readonly id: number }>(
    `insert into policies (fingerprint, name, spec, added_at, arriving) values ($1, $2, $3, $4, 1)
     on conflict (fingerprint) do update set arriving = 1, name = excluded.name, spec = excluded.spec returning id`,
    [policy.fingerprint, policy.name, JSON.stringify(policy.spec), now],
  )
  return row?.id ?? 0
}

/** Makes a policy the only active one, when all pages have its keys. */
export async function activatePolicy(transaction: Transaction, id: number): Promise<void> {
  await transaction.run('update policies set in_force = 0, arriving = 0 where in_force = 1 or arriving = 1')
  await transaction.run('update policies set in_force = 1 where id = $1', [id])
}
