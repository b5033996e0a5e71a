import { Buffer } from 'node:buffer'
import type { Session } from './database.ts'
import { StoreError } from './errors.ts'
import type { Migration } from './migration-files.ts'
import { readStoredApplicationId, toLogPath } from './file-access.ts'
import { CREATE_MIGRATIONS_TABLE, readSchemaVersion } from './sql/migrations-table.ts'
import { APPLICATION_ID, READ_SCHEMA, readFileMarks, type FileMarks, type SchemaRow } from './sql/sqlite-file.ts'
import { SqliteConnection } from './sqlite-connection.ts'

/** The SQL of each table, index, trigger and view in a file, by type and name. */
type Schema = ReadonlyMap<string, string>

/** The tables that `analyze` creates. Their whole SQL is compared, because a trigger may have the same name. */
const STATISTICS = new Map([
  ['table sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['table sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
])

/**
 * Throws if a file is marked as that of another program, and unless its schema is exactly what our migrations produce, at any version. A
 * foreign trigger or view would run with the rights of the user who opens the file, and an index over an expression or a column of another
 * type changes results. Reads only the marks and the schema: reading a table could already execute foreign code.
 */
export async function checkSqliteSchema(
  session: Session,
  name: string,
  migrations: readonly Migration[],
): Promise<void> {
  const marks = await readFileMarks(session)
  // Marked as ours in the file itself, but not in what SQLite reads: SQLite has read the log of another file.
  if (marks.application_id !== APPLICATION_ID && readStoredApplicationId(name) === APPLICATION_ID)
    throw new StoreError('store/foreign-log', name, { detail: toLogPath(name) })
  const mark = describeForeignMark(marks)
  if (mark !== null) throw new StoreError('store/other-program', name, { says: OTHER_FILE, detail: mark })
  const found = toSchema(await session.all<SchemaRow>(READ_SCHEMA))
  if (found.size === 0) return
  if (!found.has(MIGRATIONS))
    throw new StoreError('store/other-program', name, { detail: `found ${[...found.keys()][0]}` })
  const schemas = getSchemas(migrations)
  if (schemas.some((known) => describeDifference(found, known) === null)) return
  const known = schemas.at(-1) ?? new Map<string, string>()
  // A newer version may have added tables. Trust its `migrations` table only if that table itself is unchanged.
  if (found.get(MIGRATIONS) === known.get(MIGRATIONS) && (await isNewer(session, migrations))) return
  throw new StoreError('store/changed-schema', name, { detail: describeDifference(found, known) ?? undefined })
}

const MIGRATIONS = 'table migrations'

const OTHER_FILE = 'The file belongs to another program.'

/** Describes the mark by which a file belongs to another program; null if there is none. A file without any mark may be ours. */
function describeForeignMark({ application_id, user_version }: FileMarks): string | null {
  if (application_id !== 0 && application_id !== APPLICATION_ID)
    return `its application_id is ${formatApplicationId(application_id)}`
  // Our version is in the table `migrations`.
  return user_version === 0 ? null : `its user_version is ${user_version}, which Canonist leaves at 0`
}

/** In hex, and as text if it is one: 0x47504b47, "GPKG". */
function formatApplicationId(id: number): string {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(id)
  const text = bytes.toString('latin1')
  return `0x${bytes.toString('hex')}${/^[\w ]+$/.test(text) ? `, "${text}"` : ''}`
}

async function isNewer(session: Session, migrations: readonly Migration[]): Promise<boolean> {
  return (await readSchemaVersion(session)) > (migrations.at(-1)?.version ?? 0)
}

function toSchema(rows: readonly SchemaRow[]): Schema {
  const all = rows.map(({ type, name, sql }) => [`${type} ${name}`, collapseSpace(sql ?? '')] as const)
  return new Map(all.filter(([what, sql]) => STATISTICS.get(what) !== sql))
}

/** SQLite stores the SQL as written, but `alter table` may change its spacing in some versions of SQLite. */
const collapseSpace = (sql: string): string => sql.replaceAll(/\s+/g, ' ')

/** Describes the first difference; null if there is none. */
function describeDifference(found: Schema, known: Schema): string | null {
  for (const [what, sql] of found) {
    if (!known.has(what)) return `unexpected ${what}`
    if (known.get(what) !== sql) return `${what} was changed`
  }
  for (const what of known.keys()) if (!found.has(what)) return `${what} is missing`
  return null
}

const built = new WeakMap<readonly Migration[], readonly Schema[]>()

/** The schema after each migration. Runs the migrations in memory, once per list. */
function getSchemas(migrations: readonly Migration[]): readonly Schema[] {
  const schemas = built.get(migrations) ?? buildSchemas(migrations)
  built.set(migrations, schemas)
  return schemas
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
