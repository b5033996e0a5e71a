import type { Session } from '@canonist/registry/internal/store/database'

export interface StoredPolicy {
  readonly fingerprint: string
  readonly name: string
  /** JSON. */
  readonly spec: string
}

/** The active policy of the registry as stored; null before the first write. */
export async function findActivePolicy(session: Session): Promise<StoredPolicy | null> {
  const [row] = await session.all<StoredPolicy>('select fingerprint, name, spec from policies where in_force = 1')
  return row ?? null
}
