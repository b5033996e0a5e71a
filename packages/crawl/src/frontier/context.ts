import type { Database } from '@canonist/registry/internal/store/database'
import type { RegistryContext } from '@canonist/registry/internal/registry/context'
import type { LowWater } from './sql/claims.sql.ts'
import type { FrontierSettings } from './frontier-settings.ts'

/** What one opened frontier, usually one worker, remembers about its claims. */
export interface ClaimSession {
  /**
   * The cohort of its leases, which are lost together when the process dies: the token of the last claim that it made while idle.
   * Null before the first claim.
   */
  cohort: number | null
}

/** The dependencies that every operation of the frontier receives. */
export interface FrontierContext {
  readonly database: Database
  readonly registry: RegistryContext
  readonly settings: FrontierSettings
  /** The counter row to use this time: several rows keep transactions from waiting for each other. */
  readonly slot: number
  readonly lowWater: LowWater
  readonly session: ClaimSession
}
