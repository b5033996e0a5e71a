import { checkSchema } from '@canonist/registry/internal/store/migrate'
import { readMigrations } from '@canonist/registry/internal/store/migration-files'
import type { Canonist } from './open-canonist.ts'

/** Throws where the database does not answer, or no longer has the schema of this version. */
export async function checkDatabase({ context: { database } }: Canonist): Promise<void> {
  await checkSchema(database, readMigrations(database.dialect))
}
