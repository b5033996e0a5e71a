import type { Health } from '../health/health.ts'
import { openHealth, type HealthOptions } from '../health/open-health.ts'
import type { Environment } from './environment.ts'
import { runErrorOf } from './use-registry.ts'

/** Opens the links of the registry that the flags or the environment name, and closes it when `use` is done. */
export async function useHealth<T>(
  { database, now }: Environment,
  { db }: { readonly db: string | undefined },
  options: HealthOptions,
  use: (health: Health) => Promise<T>,
): Promise<T> {
  try {
    const health = await openHealth(db ?? database, { now, ...options })
    try {
      return await use(health)
    } finally {
      await health.close()
    }
  } catch (error) {
    throw runErrorOf(error)
  }
}
