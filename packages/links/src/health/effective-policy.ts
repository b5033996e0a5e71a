import type { Policy, PolicySpec } from '@canonist/core'
import { findNewestAdmissionPolicy } from '@canonist/registry/internal/registry/sql/admissions-read.sql'
import { compilePolicy } from '@canonist/registry/internal/registry/compile-policy'
import type { Database } from '@canonist/registry/internal/store/database'
import { findActivePolicy } from './sql/registry.sql.ts'

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
  const stored = await findActivePolicy(database)
  // Not `keyPolicy`: its allowlist and priorities may differ, because they are not part of the fingerprint.
  const active = stored === null ? null : compilePolicy({ ...stored, spec: JSON.parse(stored.spec) as PolicySpec })
  return { policy: active ?? keyPolicy, from: 'registry' }
}
