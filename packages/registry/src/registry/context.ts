import type { Database } from '../store/database.ts'
import type { PolicyStore } from './policy-store.ts'

/** Passed to every function of the registry. */
export interface RegistryContext {
  readonly database: Database
  readonly policies: PolicyStore
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** How long invalid lines are kept after they were last seen, in milliseconds. */
  readonly keepRejectedMs?: number | undefined
  /** How many earlier records of an original are kept besides the current one. */
  readonly keepAdmissions?: number | undefined
}
