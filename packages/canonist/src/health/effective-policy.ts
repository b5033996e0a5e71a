import type { Policy, PolicySpec } from '@canonist/core'
import { findNewestAdmissionPolicy } from '../registry/admissions/admission-policy.ts'
import { compilePolicy } from '../registry/compile-policy.ts'
import type { Database } from '../store/database.ts'

/** Whose allowlist and priorities count, and where it is from. */
export interface EffectivePolicy {
  readonly policy: Policy
  readonly from: 'caller' | 'admissions' | 'registry'
}

/** What the caller names; else what the newest admission was made under; else what the registry makes keys by. */
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

/** As it was stored: with its allowlist and priorities, which are no part of the fingerprint. */
async function findActivePolicy(database: Database): Promise<Policy | null> {
  const [row] = await database.all<{ readonly fingerprint: string; readonly name: string; readonly spec: string }>(
    'select fingerprint, name, spec from policies where in_force = 1',
  )
  return row === undefined ? null : compilePolicy({ ...row, spec: JSON.parse(row.spec) as PolicySpec })
}
