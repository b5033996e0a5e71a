import type { Database } from '../store/database.ts'
import type { RegistryContext } from '../registry/context.ts'
import type { LowWater } from './sql/take-hosts.ts'
import type { FrontierSettings } from './frontier-settings.ts'

/** What one opened frontier, as a rule one worker, remembers of its claims. */
export interface ClaimSession {
  /**
   * The cohort of its leases, which are lost together when the process dies: the token of its last claim that was made with
   * nothing else under way. Null before the first one.
   */
  cohort: number | null
}

/** What every verb of the frontier is given. */
export interface FrontierContext {
  readonly database: Database
  readonly registry: RegistryContext
  readonly settings: FrontierSettings
  /** Where to count this time, so that nobody waits for another. */
  readonly slot: number
  readonly lowWater: LowWater
  readonly session: ClaimSession
}
