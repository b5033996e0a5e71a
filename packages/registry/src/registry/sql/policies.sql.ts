import type { Policy, PolicySpec } from '@canonist/core'
import type { Session, Transaction } from '../../store/database.ts'
import { compilePolicy } from '../compile-policy.ts'

/** The only writer of `policies`. A policy is active (`in_force`), arriving, or neither: its keys were moved away. */

export interface PolicyInUse {
  readonly id: number
  readonly fingerprint: string
  readonly name: string
}

const COLUMNS = 'id, fingerprint, name'

/** Lists the active policy, then the arriving one. */
export async function listPoliciesInUse(session: Session): Promise<(PolicyInUse & { readonly isActive: boolean })[]> {
  const rows = await session.all<PolicyInUse & { readonly in_force: number }>(
    `select ${COLUMNS}, in_force from policies where in_force = 1 or arriving = 1 order by in_force desc`,
  )
  return rows.map(({ id, fingerprint, name, in_force }) => ({ id, fingerprint, name, isActive: in_force === 1 }))
}

/** Finds the name of the active policy; null if nothing was ever written. */
export async function findActivePolicyName(session: Session): Promise<string | null> {
  const [row] = await session.all<{ readonly name: string }>('select name from policies where in_force = 1')
  return row?.name ?? null
}

/** Keeps other processes from writing under the active policy until the transaction ends; null if nothing was ever written. */
export async function lockActivePolicy(transaction: Transaction): Promise<PolicyInUse | null> {
  const [row] = await transaction.all<PolicyInUse>(
    `update policies set in_force = 1 where in_force = 1 returning ${COLUMNS}`,
  )
  return row ?? null
}

/** Keeps the active policy active until the transaction ends; other processes may do the same. Null if none is active. */
export async function holdActivePolicy(transaction: Transaction): Promise<PolicyInUse | null> {
  // SQLite has one writer and needs no lock.
  const lock = transaction.dialect === 'postgres' ? ' for share' : ''
  const [row] = await transaction.all<PolicyInUse>(`select ${COLUMNS} from policies where in_force = 1${lock}`)
  return row ?? null
}

/** Adds the first policy of a registry as the active one, unless another process has just added one. */
export async function addFirstPolicy(transaction: Transaction, policy: Policy, now: number): Promise<void> {
  await transaction.run(
    `insert into policies (fingerprint, name, spec, added_at, in_force) values ($1, $2, $3, $4, 1)
     on conflict do nothing`,
    [policy.fingerprint, policy.name, JSON.stringify(policy.spec), now],
  )
}

interface StoredSpec extends PolicyInUse {
  readonly spec: string
}

export async function findPolicy(session: Session, id: number): Promise<StoredSpec | null> {
  const [row] = await session.all<StoredSpec>(`select ${COLUMNS}, spec from policies where id = $1`, [id])
  return row ?? null
}

/** Null if this build no longer has its rules. */
export function compileStored({ fingerprint, name, spec }: StoredSpec): Policy | null {
  return compilePolicy({ fingerprint, name, spec: JSON.parse(spec) as PolicySpec })
}

/** Whether a rekey, or the undo of one, is moving pages to another policy. */
export async function isPolicyArriving(session: Session): Promise<boolean> {
  return (await session.all('select 1 from policies where arriving = 1')).length > 0
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

/** Marks a stored policy as arriving again, for the undo of a rekey. */
export async function announceOldPolicy(transaction: Transaction, id: number): Promise<void> {
  await transaction.run('update policies set arriving = 1 where id = $1', [id])
}

/** Makes a policy the only active one, when all pages have its keys. */
export async function activatePolicy(transaction: Transaction, id: number): Promise<void> {
  await transaction.run('update policies set in_force = 0, arriving = 0 where in_force = 1 or arriving = 1')
  await transaction.run('update policies set in_force = 1 where id = $1', [id])
}
