import type { Database } from '@canonist/registry/internal/store/database'
import type { HostSettings } from './settings.ts'

/** Passed to every function in this folder. */
export interface HostsContext {
  readonly database: Database
  readonly settings: HostSettings
}
