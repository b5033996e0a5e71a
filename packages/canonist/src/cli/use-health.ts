import type { Health } from '../health/health.ts'
import { healthOn, openHealth, type HealthOptions } from '../health/open-health.ts'
import type { Database } from '../store/database.ts'
import { openDatabase } from '../store/open-database.ts'
import type { Environment } from './environment.ts'

interface UseHealthOptions extends HealthOptions {
  /** Fills the registry first, on the same connection: another one to `:memory:` is another database. Creates the database. */
  readonly fill?: ((database: Database) => Promise<void>) | undefined
}

/** Opens the links of the registry that the flags or the environment name, and closes it when `use` is done. */
export async function useHealth<T>(
  { database, now }: Environment,
  { db }: { readonly db: string | undefined },
  { fill, ...options }: UseHealthOptions,
  use: (health: Health) => Promise<T>,
): Promise<T> {
  const location = db ?? database
  const health =
    fill === undefined
      ? await openHealth(location, { now, ...options })
      : await openFilled(location, { now, ...options }, fill)
  try {
    return await use(health)
  } finally {
    await health.close()
  }
}

async function openFilled(
  location: string,
  options: HealthOptions,
  fill: (database: Database) => Promise<void>,
): Promise<Health> {
  const database = await openDatabase(location)
  try {
    await fill(database)
    return await healthOn(database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}
