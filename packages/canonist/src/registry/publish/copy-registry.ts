import { resolve } from 'node:path'
import type { Database, Transaction, Value } from '../../store/database.ts'
import { StoreError } from '../../store/errors.ts'
import { openDatabase } from '../../store/open-database.ts'
import { SqliteConnection } from '../../store/sqlite-connection.ts'

export interface CopyCounts {
  readonly pages: number
  readonly aliases: number
}

/** What the copy must hold: others may have written while it was made. */
export interface CountRange {
  readonly least: CopyCounts
  readonly most: CopyCounts
}

/** Writes all that the registry holds to a new SQLite file. */
export function copyRegistry(database: Database, path: string): Promise<CountRange> {
  return database.dialect === 'sqlite' ? vacuumInto(database, path) : copyRows(database, path)
}

async function vacuumInto(database: Database, path: string): Promise<CountRange> {
  const before = await countRows(database)
  // Reading seldom fails; where writing does, the copy must be named and not the registry.
  const source = new SqliteConnection(resolve(database.name), path, true)
  try {
    source.run('vacuum into $1', [path])
  } catch (error) {
    // SQLite does not tell which of the two files it is about; the one that is read has just been read.
    throw error instanceof StoreError ? new StoreError(error.code, path, { cause: error }) : error
  } finally {
    source.close()
  }
  const after = await countRows(database)
  return {
    least: { pages: Math.min(before.pages, after.pages), aliases: Math.min(before.aliases, after.aliases) },
    most: { pages: Math.max(before.pages, after.pages), aliases: Math.max(before.aliases, after.aliases) },
  }
}

async function countRows(session: Pick<Database, 'all'>): Promise<CopyCounts> {
  const [row] = await session.all<{ readonly pages: number; readonly aliases: number }>(
    'select (select count(*) from pages) as pages, (select count(*) from aliases) as aliases',
  )
  return { pages: row?.pages ?? 0, aliases: row?.aliases ?? 0 }
}

/** Without the log of the last rekey, which only who moves keys needs. */
const TABLES = [
  'policies',
  'hosts',
  'host_facts',
  'pages',
  'aliases',
  'admissions',
  'admission_policies',
  'rejected',
  'reviews',
  'review_inputs',
  'runs',
  'page_health',
  'observations',
  'host_checks',
  'counts',
] as const

async function copyRows(database: Database, path: string): Promise<CountRange> {
  await (await openDatabase(`sqlite:${path}`)).close()
  const copy = new SqliteConnection(path, path, false)
  try {
    copy.script('pragma journal_mode = delete; pragma foreign_keys = off; pragma synchronous = off')
    const counts = await database.transaction((transaction) => copyTables(transaction, copy), { readsOnly: true })
    return { least: counts, most: counts }
  } finally {
    copy.close()
  }
}

async function copyTables(transaction: Transaction, copy: SqliteConnection): Promise<CopyCounts> {
  // The transaction may be a second attempt.
  copy.rollBack()
  copy.script(`begin; ${TABLES.map((table) => `delete from ${table};`).join(' ')}`)
  for (const table of TABLES) await copyTable(transaction, copy, table)
  const counts = await countRows(transaction)
  copy.script('commit')
  return counts
}

const ROWS_AT_ONCE = 2000

async function copyTable(
  transaction: Transaction,
  copy: SqliteConnection,
  table: (typeof TABLES)[number],
): Promise<void> {
  await transaction.run(`declare rows_of_${table} no scroll cursor for select * from ${table}`)
  for (;;) {
    const rows = await transaction.all(`fetch ${ROWS_AT_ONCE} from rows_of_${table}`)
    const [first] = rows
    if (first === undefined) return
    const columns = Object.keys(first)
    const places = columns.map(() => '?').join(', ')
    const insert = copy.createRunner(`insert into ${table} (${columns.join(', ')}) values (${places})`)
    for (const row of rows) insert(columns.map((column): Value => row[column] ?? null))
  }
}
