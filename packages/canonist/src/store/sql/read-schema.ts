/** One entry of an SQLite schema. */
export interface SchemaRow {
  readonly type: string
  readonly name: string
  readonly sql: string | null
}

/** Reads the schema of an SQLite file, without the indexes that SQLite creates automatically, which have no SQL. */
export const READ_SCHEMA = 'select type, name, sql from sqlite_schema where sql is not null'
