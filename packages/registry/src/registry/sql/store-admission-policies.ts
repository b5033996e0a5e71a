import { definePolicy, PolicyError, type Policy, type PolicySpec } from '@canonist/core'
import type { Session, Transaction } from '../../store/database.ts'

/** Stores the whole policy of an admission: link health needs its allowlist and priorities as long as the pages exist. */
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

/** Finds the policy of the newest current admission; null if there is none, or if this build cannot read it. */
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
