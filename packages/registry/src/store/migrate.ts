import type { Database, Transaction } from './database.ts'
import { StoreError } from './errors.ts'
import type { Migration } from './migration-files.ts'
import type { Migratable } from './script-transaction.ts'
import { markFile } from './sql/sqlite-file.ts'
import {
  addMigration,
  type AppliedMigration,
  createMigrationsTable,
  hasForeignTables,
  lockMigrations,
  readAppliedMigrations,
  readSchemaVersion,
  shareMigrationLock,
} from './sql/migrations-table.ts'
import { checkSqliteSchema } from './sqlite-schema.ts'

/** Applies the missing migrations, each in its own transaction. Only reads if there are none. */
export async function migrate(database: Migratable, migrations: readonly Migration[]): Promise<void> {
  if (listPending(database.name, migrations, await readAppliedMigrations(database)).length === 0) return
  while (await applyNext(database, migrations)) {}
}

/** For read-only access: throws unless the schema is exactly the one that this build knows. */
export async function checkSchema(database: Database, migrations: readonly Migration[]): Promise<void> {
  await checkShape(database, migrations)
  const { applied, isForeign } = await readOwner(database)
  const pending = listPending(database.name, migrations, applied)
  if (applied === undefined) throw new StoreError(isForeign ? 'store/other-program' : 'store/empty', database.name)
  if (pending.length > 0)
    throw new StoreError('store/older-schema', database.name, { detail: describeVersions(applied, migrations) })
}

/** Throws if the database exists but Canonist has never written to it. */
export async function checkInitialized(database: Database): Promise<void> {
  const { applied, isForeign } = await readOwner(database)
  if (applied === undefined && !isForeign) throw new StoreError('store/empty', database.name)
}

/** Throws if the database belongs to another program. An empty one may be used. */
export async function checkOwner(database: Database, migrations: readonly Migration[]): Promise<void> {
  await checkShape(database, migrations)
  const { applied, isForeign } = await readOwner(database)
  listPending(database.name, migrations, applied)
  if (isForeign) throw new StoreError('store/other-program', database.name)
}

interface Owner {
  readonly applied: readonly AppliedMigration[] | undefined
  /** Whether another program has tables in the database. */
  readonly isForeign: boolean
}

/** Looks for tables first: if another process creates ours meanwhile, they must not be found without the record of their migrations. */
async function readOwner(database: Database): Promise<Owner> {
  const hasTables = await hasForeignTables(database)
  const applied = await readAppliedMigrations(database)
  return { applied, isForeign: hasTables && applied === undefined }
}

/** Checks the schema of files only: a file may come from anywhere, while a PostgreSQL schema was granted to us by its owner. */
async function checkShape(database: Database, migrations: readonly Migration[]): Promise<void> {
  if (database.dialect === 'sqlite') await checkSqliteSchema(database, database.name, migrations)
}

/** Throws if a newer version has changed the schema. A shared lock keeps others from changing it until the transaction ends. */
export async function checkNotNewer(
  name: string,
  transaction: Transaction,
  migrations: readonly Migration[],
): Promise<void> {
  shareMigrationLock(transaction)
  const version = await readSchemaVersion(transaction)
  if (version <= (migrations.at(-1)?.version ?? 0)) return
  throw new StoreError('store/newer-schema', name, { detail: describeVersions([{ version }], migrations) })
}

/** Checks again after taking the lock: another process may have applied the migration meanwhile. */
function applyNext(database: Migratable, migrations: readonly Migration[]): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await lockMigrations(transaction)
    const applied = await readAppliedMigrations(transaction)
    if (applied === undefined) {
      if (await hasForeignTables(transaction)) throw new StoreError('store/other-program', database.name)
      await createMigrationsTable(transaction)
    }
    const [next] = listPending(database.name, migrations, applied)
    if (next === undefined) return false
    await transaction.script(next.sql)
    await addMigration(transaction, next)
    await markFile(transaction)
    return true
  })
}

function listPending(
  name: string,
  known: readonly Migration[],
  applied: readonly AppliedMigration[] = [],
): readonly Migration[] {
  const detail = describeVersions(applied, known)
  if (applied.length > known.length) throw new StoreError('store/newer-schema', name, { detail })
  const differs = applied.some(({ version, checksum }, index) => {
    const migration = known[index]
    return migration?.version !== version || migration.checksum !== checksum
  })
  if (differs) throw new StoreError('store/changed-schema', name, { detail })
  return known.slice(applied.length)
}

function describeVersions(
  applied: readonly Pick<AppliedMigration, 'version'>[] = [],
  known: readonly Migration[],
): string {
  return `it is at schema ${applied.at(-1)?.version ?? 0}; this build knows ${known.at(-1)?.version ?? 0}`
}
