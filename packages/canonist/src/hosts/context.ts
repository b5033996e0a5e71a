import type { Database } from '../store/database.ts'
import type { HostSettings } from './settings.ts'

/** Passed to every function in this folder. */
export interface HostsContext {
  readonly database: Database
  readonly settings: HostSettings
}
