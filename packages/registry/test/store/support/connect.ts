import { PostgresDatabase } from '../../../src/store/postgres.ts'
import type { Migratable } from '../../../src/store/script-transaction.ts'
import { SqliteDatabase } from '../../../src/store/sqlite.ts'

/** A database as it is: nothing is brought up to date. */
export async function connect(location: string): Promise<Migratable> {
  return location.startsWith('postgres:') ? new PostgresDatabase(location) : SqliteDatabase.open(location)
}
