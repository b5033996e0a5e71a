import { definePolicy, PolicyError, type Policy, type PolicySpec } from '@canonist/core'
import type { Session, Transaction } from '../../store/database.ts'

/** Keeps what an admission was made under, whole: its allowlist and its priorities are wanted as long as its pages are. */
export async function writeAdmissionPolicy(
  transaction: Transaction,
  version: string,
  { name, spec }: Policy,
  now: number,
): Promise<void> {
  await transaction.run(
    'insert into admission_policies (version, name, spec, added_at) values ($1, $2, $3, $4) on conflict do nothing',
    [version, name, JSON.stringify(spec), now],
  )
}

/** The policy of the newest admission in force; null where none is known, or where this program cannot read it any more. */
export async function findNewestAdmissionPolicy(session: Session): Promise<Policy | null> {
  const [row] = await session.all<{ readonly spec: string }>(
    `select p.spec from admissions d join admission_policies p on p.version = d.policy_version
     where d.in_force = 1 order by d.last_seen desc, d.id desc limit 1`,
  )
  return row === undefined ? null : read(row.spec)
}

function read(spec: string): Policy | null {
  try {
    return definePolicy(JSON.parse(spec) as PolicySpec)
  } catch (error) {
    if (error instanceof PolicyError) return null
    throw error
  }
}
