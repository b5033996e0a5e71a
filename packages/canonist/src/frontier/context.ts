import type { Database } from '../store/database.ts'
import type { RegistryContext } from '../registry/context.ts'
import type { LowWater } from './claim/low-water.ts'
import type { Settings } from './settings.ts'

/** What every verb of the frontier is given. */
export interface FrontierContext {
  readonly database: Database
  readonly registry: RegistryContext
  readonly settings: Settings
  /** Where to count this time, so that nobody waits for another. */
  readonly slot: number
  readonly lowWater: LowWater
}
