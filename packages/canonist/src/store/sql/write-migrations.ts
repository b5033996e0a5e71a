import type { Dialect, Transaction } from '../database.ts'
import type { ScriptTransaction } from '../script-transaction.ts'
import type { AppliedMigration } from './read-migrations.ts'

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
