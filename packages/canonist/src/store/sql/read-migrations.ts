import type { Dialect, Session } from '../database.ts'

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
