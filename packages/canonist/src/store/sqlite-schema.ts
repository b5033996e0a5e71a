import type { Session } from './database.ts'
import { StoreError } from './errors.ts'
import { CREATE_MIGRATIONS_TABLE } from './migrations-table.ts'
import type { Migration } from './migration-files.ts'
import { SqliteConnection } from './sqlite-connection.ts'

/** A table, index, trigger or view as the file describes it: its SQL, by type and name. */
type Schema = ReadonlyMap<string, string>

interface SchemaRow {
  readonly type: string
  readonly name: string
  readonly sql: string | null
}

/** What `analyze` counts, as SQLite makes it. The whole text is compared: a trigger may have the name of such a table. */
const STATISTICS = new Map([
  ['table sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['table sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
])

/** Without the indexes that SQLite makes by itself, which have no SQL. */
const READ_SCHEMA = 'select type, name, sql from sqlite_schema where sql is not null'

/**
 * Fails where the file is not exactly what our migrations make, at any of their versions. A trigger or a view would run with
 * the rights of whoever opens the file; an index over an expression or a column of another type changes results. Reads nothing
 * but the description, because reading a table of the file might run what it describes.
 */
export async function checkSqliteSchema(
  session: Session,
  name: string,
  migrations: readonly Migration[],
): Promise<void> {
  const found = toSchema(await session.all<SchemaRow>(READ_SCHEMA))
  if (found.size === 0) return
  if (!found.has(MIGRATIONS))
    throw new StoreError('store/other-program', name, { detail: `it has the ${[...found.keys()][0]}` })
  const versions = getKnownSchemas(migrations)
  if (versions.some((known) => describeDifference(found, known) === null)) return
  const known = versions.at(-1) ?? new Map<string, string>()
  // A newer version has tables that this one does not know. Its own note says so, if that can be trusted.
  if (found.get(MIGRATIONS) === known.get(MIGRATIONS) && (await isNewer(session, migrations))) return
  throw new StoreError('store/changed-schema', name, { detail: describeDifference(found, known) ?? undefined })
}

const MIGRATIONS = 'table migrations'

async function isNewer(session: Session, migrations: readonly Migration[]): Promise<boolean> {
  const [row] = await session.all<{ readonly version: number | null }>('select max(version) as version from migrations')
  return (row?.version ?? 0) > (migrations.at(-1)?.version ?? 0)
}

function toSchema(rows: readonly SchemaRow[]): Schema {
  const all = rows.map(({ type, name, sql }) => [`${type} ${name}`, collapseSpace(sql ?? '')] as const)
  return new Map(all.filter(([what, sql]) => STATISTICS.get(what) !== sql))
}

/** SQLite keeps the text as it was written; a version of it that changes a table may space it differently. */
const collapseSpace = (sql: string): string => sql.replaceAll(/\s+/g, ' ')

/** The first difference, in words; null if there is none. */
function describeDifference(found: Schema, known: Schema): string | null {
  for (const [what, sql] of found) {
    if (!known.has(what)) return `the ${what} is not ours`
    if (known.get(what) !== sql) return `the ${what} is not as we make it`
  }
  for (const what of known.keys()) if (!found.has(what)) return `the ${what} is missing`
  return null
}

const made = new WeakMap<readonly Migration[], readonly Schema[]>()

/** After each of the migrations, which are run in memory: once for each list. */
function getKnownSchemas(migrations: readonly Migration[]): readonly Schema[] {
  const known = made.get(migrations) ?? buildSchemas(migrations)
  made.set(migrations, known)
  return known
}

function buildSchemas(migrations: readonly Migration[]): Schema[] {
  const connection = new SqliteConnection(':memory:', ':memory:', false)
  try {
    connection.script(CREATE_MIGRATIONS_TABLE.sqlite)
    return migrations.map(({ sql }) => {
      connection.script(sql)
      return toSchema(connection.all(READ_SCHEMA) as unknown as SchemaRow[])
    })
  } finally {
    connection.close()
  }
}
