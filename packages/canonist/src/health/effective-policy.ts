import type { Policy, PolicySpec } from '@canonist/core'
import { findNewestAdmissionPolicy } from '../registry/admissions/admission-policy.ts'
import { compilePolicy } from '../registry/compile-policy.ts'
import type { Database } from '../store/database.ts'

/** The policy that gives the allowlist and priorities, and where it comes from. */
export interface EffectivePolicy {
  readonly policy: Policy
  readonly from: 'caller' | 'admissions' | 'registry'
}

/** The policy of the caller; else that of the newest admission; else the one that the registry makes keys with. */
export async function findEffectivePolicy(
  database: Database,
  given: Policy | undefined,
  keyPolicy: Policy,
): Promise<EffectivePolicy> {
  if (given !== undefined) return { policy: given, from: 'caller' }
  const admitted = await findNewestAdmissionPolicy(database)
  if (admitted !== null) return { policy: admitted, from: 'admissions' }
  return { policy: (await findActivePolicy(database)) ?? keyPolicy, from: 'registry' }
}

/** The stored policy, with its allowlist and priorities, which are not part of the fingerprint. */
async function findActivePolicy(database: Database): Promise<Policy | null> {
  const [row] = await database.all<{ readonly fingerprint: string; readonly name: string; readonly spec: string }>(
    'select fingerprint, name, spec from policies where in_force = 1',
  )
  return row === undefined ? null : compilePolicy({ ...row, spec: JSON.parse(row.spec) as PolicySpec })
}
