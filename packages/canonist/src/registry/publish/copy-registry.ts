import { resolve } from 'node:path'
import type { Database, Transaction, Value } from '../../store/database.ts'
import { StoreError } from '../../store/errors.ts'
import { openDatabase } from '../../store/open-database.ts'
import { SqliteConnection } from '../../store/sqlite-connection.ts'

export interface CopyCounts {
  readonly pages: number
  readonly aliases: number
}

/** How many rows the copy must have. A range, because other processes may have written meanwhile. */
export interface CountRange {
  readonly least: CopyCounts
  readonly most: CopyCounts
}

/** Copies the registry to a new SQLite file. */
export function copyRegistry(database: Database, path: string): Promise<CountRange> {
  return database.dialect === 'sqlite' ? vacuumInto(database, path) : copyRows(database, path)
}

async function vacuumInto(database: Database, path: string): Promise<CountRange> {
  const before = await countRows(database)
  // Named after the copy: reading seldom fails, and an error of writing must name the copy, not the registry.
  const source = new SqliteConnection(resolve(database.name), path, true)
  try {
    source.run('vacuum into $1', [path])
  } catch (error) {
    // SQLite does not say which of the two files failed; the source has just been read, so it is the copy.
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

/** Leaves out the log of the last rekey, which is only needed to undo it, and everything about queues and runs of a server. */
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
  // The transaction may be a retry.
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
