import { statSync, type Stats } from 'node:fs'
import type { Database } from './database.ts'
import { StoreError } from './errors.ts'
import { describeFileKind, isUnfinishedCreation } from './file-access.ts'
import { checkInitialized, checkOwner, checkSchema, migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { guardSchema } from './guard-schema.ts'
import type { PostgresDatabase } from './postgres.ts'
import type { Migratable } from './script-transaction.ts'
import { LOCK_WAIT_MS, retryWhileLocked } from './retry-while-locked.ts'

export interface OpenOptions {
  /** Never writes: the database must exist and be up to date. */
  readonly readOnly?: boolean
  /** Throws instead of creating a database, so that a mistyped name is noticed. */
  readonly mustExist?: boolean
  /** How long a transaction waits for another process that is writing to the same file, in milliseconds. */
  readonly lockWait?: number
}

/**
 * Opens a database; creates it and applies migrations if needed.
 *
 * @param location 'canonist.db', 'sqlite:PATH' or 'postgres://USER:PASSWORD@HOST:PORT/DATABASE'
 */
export async function openDatabase(location: string, options: OpenOptions = {}): Promise<Database> {
  const database = await connect(location, options)
  try {
    const migrations = readMigrations(database.dialect)
    if (options.mustExist === true) await checkInitialized(database)
    await (options.readOnly === true ? checkSchema(database, migrations) : migrate(database, migrations))
    return guardSchema(database, migrations)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Checks encoding and schema. SQLite files always use UTF-8; in PostgreSQL the creator of the database chooses the encoding. */
async function checkServer(database: PostgresDatabase): Promise<void> {
  const { readServerSettings } = await import('./sql/read-server-settings.ts')
  const { encoding, schema, search_path } = await readServerSettings(database)
  const { name, searchPath } = database
  if (encoding !== 'UTF8') throw new StoreError('store/encoding', name, { detail: `its encoding is ${encoding}` })
  if (searchPath !== null && stripQuotes(searchPath) !== stripQuotes(search_path))
    throw new StoreError('store/no-schema', name, {
      says: `The URL sets search_path to ${searchPath}, but the connection has ${search_path}.`,
      fix: 'A pooler such as PgBouncer drops this setting: set it for the user instead (alter role NAME set search_path = …), and remove it from the URL.',
    })
  if (schema === null) throw new StoreError('store/no-schema', name, { detail: `search_path is ${search_path}` })
}

const stripQuotes = (path: string): string => path.replaceAll(/[\s\\"]/g, '')

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i

async function connect(location: string, options: OpenOptions): Promise<Migratable> {
  if (/^postgres(?:ql)?:/i.test(location)) return openPostgres(location, options)
  const scheme = SCHEME.exec(location)?.[1]
  // The message names only the scheme: the rest may contain a password.
  if (scheme !== undefined) throw new StoreError('store/bad-location', `${scheme}://…`)
  const path = location.replace(/^sqlite:/i, '')
  if (path === '') throw new StoreError('store/bad-location', location)
  return openSqlite(path, options)
}

/** Loads each driver only when a location needs it. */
async function openSqlite(path: string, options: OpenOptions): Promise<Migratable> {
  const { SqliteDatabase } = await import('./sqlite.ts')
  const info = path === ':memory:' ? undefined : statFile(path)
  const kind = info === undefined ? undefined : describeFileKind(path)
  if (kind !== undefined) throw new StoreError('store/cannot-open', path, { detail: `it is ${kind}` })
  // SQLite takes a file of one byte for an empty one (unixFileSize in os_unix.c), and would replace it.
  if (info?.size === 1) throw new StoreError('store/not-a-database', path, { detail: 'it has one byte' })
  const isNew = info === undefined || isUnfinishedCreation(path)
  const mustExist = options.readOnly === true || options.mustExist === true
  if (isNew && mustExist) throw new StoreError(info === undefined ? 'store/missing' : 'store/empty', path)
  if (!isNew && options.readOnly !== true) await checkBeforeWriting(path, options)
  return SqliteDatabase.open(path, options)
}

/** Returns undefined if nothing exists at the path. */
function statFile(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw new StoreError('store/cannot-open', path, { detail: error instanceof Error ? error.message : undefined })
  }
}

/** Checks an existing file with a read-only connection: opening it for writing would already change a file that is not ours. */
async function checkBeforeWriting(
  path: string,
  { lockWait = LOCK_WAIT_MS, mustExist = false }: OpenOptions,
): Promise<void> {
  const { SqliteDatabase } = await import('./sqlite.ts')
  const reader = await SqliteDatabase.open(path, { readOnly: true })
  const look = async (): Promise<void> => {
    // SQLite's own waiting would block the whole process.
    await reader.all('pragma busy_timeout = 0')
    await checkOwner(reader, readMigrations('sqlite'))
    if (mustExist) await checkInitialized(reader)
  }
  await retryWhileLocked(lockWait, look).finally(() => reader.close())
}

async function openPostgres(location: string, options: OpenOptions): Promise<Migratable> {
  const { PostgresDatabase } = await import('./postgres.ts')
  const database = new PostgresDatabase(location, options)
  try {
    await checkServer(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
