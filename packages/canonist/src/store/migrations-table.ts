import type { Dialect } from './database.ts'

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
