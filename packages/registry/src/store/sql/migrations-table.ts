import type { Dialect, Session, Transaction } from '../database.ts'
import type { ScriptTransaction } from '../script-transaction.ts'

/** A migration that the database records as applied. */
export interface AppliedMigration {
  readonly version: number
  readonly checksum: string
}

const HAS_MIGRATIONS: Readonly<Record<Dialect, string>> = {
  sqlite: "select 1 from sqlite_master where type = 'table' and name = 'migrations'",
  // Not to_regclass: it may still use a cached answer from before the lock was taken.
  postgres: "select 1 from pg_tables where schemaname = current_schema() and tablename = 'migrations'",
}

/** Reads the applied migrations in order; undefined if Canonist has never written to the database. */
export async function readAppliedMigrations(session: Session): Promise<AppliedMigration[] | undefined> {
  if ((await session.all(HAS_MIGRATIONS[session.dialect])).length === 0) return undefined
  return session.all<AppliedMigration>('select version, checksum from migrations order by version')
}

/** The version of the newest applied migration; 0 if there is none. */
export async function readSchemaVersion(session: Session): Promise<number> {
  const [row] = await session.all<{ readonly version: number | null }>('select max(version) as version from migrations')
  return row?.version ?? 0
}

/** A file belongs to one program. A PostgreSQL schema may contain tables of others, but none with our names. */
const FOREIGN_TABLES: Readonly<Record<Dialect, string>> = {
  sqlite: "select 1 from sqlite_master where type = 'table' limit 1",
  postgres:
    "select 1 from pg_tables where schemaname = current_schema() and tablename in ('pages', 'aliases', 'hosts', 'policies')",
}

/** Whether a database without our migrations has tables that keep us from using it. */
export async function hasForeignTables(session: Session): Promise<boolean> {
  return (await session.all(FOREIGN_TABLES[session.dialect])).length > 0
}

/** Creates the table that records which migrations were applied. */
export const CREATE_MIGRATIONS_TABLE: Readonly<Record<Dialect, string>> = {
  sqlite: `create table migrations (
  version integer primary key,
  checksum text not null
) strict`,
  postgres: `create table migrations (
  version bigint primary key,
  checksum text collate "C" not null
)`,
}

export async function createMigrationsTable(transaction: ScriptTransaction): Promise<void> {
  await transaction.script(CREATE_MIGRATIONS_TABLE[transaction.dialect])
}

/** Records that a migration was applied. */
export async function addMigration(transaction: Transaction, { version, checksum }: AppliedMigration): Promise<void> {
  await transaction.run('insert into migrations (version, checksum) values ($1, $2)', [version, checksum])
}

/** An arbitrary key that nothing else in the database uses for advisory locks. */
const LOCK = 20_260_003

/** Waits until no other process migrates or writes. SQLite has one writer and needs no lock. */
export async function lockMigrations(transaction: Transaction): Promise<void> {
  if (transaction.dialect === 'postgres') await transaction.all(`select pg_advisory_xact_lock(${LOCK})`)
}

/** Keeps other processes from migrating until the transaction ends. */
export function shareMigrationLock(transaction: Transaction): void {
  if (transaction.dialect === 'postgres') transaction.send(`select pg_advisory_xact_lock_shared(${LOCK})`)
}
