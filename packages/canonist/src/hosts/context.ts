import type { Database } from '../store/database.ts'
import type { HostSettings } from './settings.ts'

/** What every function of this folder is given. */
export interface HostsContext {
  readonly database: Database
  readonly settings: HostSettings
}
