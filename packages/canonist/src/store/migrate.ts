import type { Database, Dialect, Session, Transaction } from './database.ts'
import { StoreError } from './errors.ts'
import { CREATE_MIGRATIONS_TABLE } from './migrations-table.ts'
import type { Migration } from './migration-files.ts'
import type { Migratable, ScriptTransaction } from './script-transaction.ts'
import { checkSqliteSchema } from './sqlite-schema.ts'

interface Applied {
  readonly version: number
  readonly checksum: string
}

/** Applies the missing migrations, each in its own transaction. Only reads if there are none. */
export async function migrate(database: Migratable, migrations: readonly Migration[]): Promise<void> {
  if (listPending(database.name, migrations, await readApplied(database)).length === 0) return
  while (await applyNext(database, migrations)) {}
}

/** For read-only access: throws unless the schema is exactly the one that this build knows. */
export async function checkSchema(database: Database, migrations: readonly Migration[]): Promise<void> {
  await checkShape(database, migrations)
  const applied = await readApplied(database)
  const pending = listPending(database.name, migrations, applied)
  if (applied === undefined)
    throw new StoreError((await isInUse(database)) ? 'store/other-program' : 'store/empty', database.name)
  if (pending.length > 0)
    throw new StoreError('store/older-schema', database.name, { detail: describeVersions(applied, migrations) })
}

/** Throws if the database exists but Canonist has never written to it. */
export async function checkInitialized(database: Database): Promise<void> {
  if ((await readApplied(database)) === undefined && !(await isInUse(database)))
    throw new StoreError('store/empty', database.name)
}

/** Throws if the database belongs to another program. An empty one may be used. */
export async function checkOwner(database: Database, migrations: readonly Migration[]): Promise<void> {
  await checkShape(database, migrations)
  const applied = await readApplied(database)
  listPending(database.name, migrations, applied)
  if (applied === undefined && (await isInUse(database))) throw new StoreError('store/other-program', database.name)
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
  if (transaction.dialect === 'postgres') transaction.send(`select pg_advisory_xact_lock_shared(${LOCK})`)
  const applied = await transaction.all<Pick<Applied, 'version'>>('select max(version) as version from migrations')
  if ((applied[0]?.version ?? 0) <= (migrations.at(-1)?.version ?? 0)) return
  throw new StoreError('store/newer-schema', name, { detail: describeVersions(applied, migrations) })
}

/** Checks again after taking the lock: another process may have applied the migration meanwhile. */
function applyNext(database: Migratable, migrations: readonly Migration[]): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (transaction.dialect === 'postgres') await takeMigrationLock(transaction)
    const applied = await readApplied(transaction)
    if (applied === undefined) await createMigrationsTable(database.name, transaction)
    const [next] = listPending(database.name, migrations, applied)
    if (next === undefined) return false
    await transaction.script(next.sql)
    await transaction.run('insert into migrations (version, checksum) values ($1, $2)', [next.version, next.checksum])
    return true
  })
}

/** An arbitrary key that nothing else in the database uses for advisory locks. */
const LOCK = 20_260_003

async function takeMigrationLock(transaction: Transaction): Promise<void> {
  await transaction.all(`select pg_advisory_xact_lock(${LOCK})`)
}

async function createMigrationsTable(name: string, transaction: ScriptTransaction): Promise<void> {
  if (await isInUse(transaction)) throw new StoreError('store/other-program', name)
  await transaction.script(CREATE_MIGRATIONS_TABLE[transaction.dialect])
}

const HAS_MIGRATIONS: Readonly<Record<Dialect, string>> = {
  sqlite: "select 1 from sqlite_master where type = 'table' and name = 'migrations'",
  // Not to_regclass: it may still use a cached answer from before the lock was taken.
  postgres: "select 1 from pg_tables where schemaname = current_schema() and tablename = 'migrations'",
}

/** A file belongs to one program. A PostgreSQL schema may contain tables of others, but none with our names. */
const OTHER_TABLES: Readonly<Record<Dialect, string>> = {
  sqlite: "select 1 from sqlite_master where type = 'table' limit 1",
  postgres:
    "select 1 from pg_tables where schemaname = current_schema() and tablename in ('pages', 'aliases', 'hosts', 'policies')",
}

async function isInUse(session: Session): Promise<boolean> {
  return (await session.all(OTHER_TABLES[session.dialect])).length > 0
}

/** Undefined if Canonist has never written to the database. */
async function readApplied(session: Session): Promise<Applied[] | undefined> {
  if ((await session.all(HAS_MIGRATIONS[session.dialect])).length === 0) return undefined
  return session.all<Applied>('select version, checksum from migrations order by version')
}

function listPending(
  name: string,
  known: readonly Migration[],
  applied: readonly Applied[] = [],
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

function describeVersions(applied: readonly Pick<Applied, 'version'>[] = [], known: readonly Migration[]): string {
  return `it is at schema ${applied.at(-1)?.version ?? 0}; this build knows ${known.at(-1)?.version ?? 0}`
}
