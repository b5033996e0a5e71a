import type { Session, Transaction, Value } from '../../store/database.ts'
import type { SqliteConnection } from '../../store/sqlite-connection.ts'

/**
 * What a snapshot has, with a condition where it does not have all rows of a table. Everything else is the business of the processes that work
 * on the registry: the queue, the clocks of hosts, runs with their logs, uploads, events, and the log of the last rekey. A table that is not
 * listed here is not published.
 */
const TABLES: Readonly<Record<string, string | null>> = {
  policies: null,
  hosts: null,
  host_facts: null,
  pages: null,
  aliases: null,
  admissions: null,
  admission_policies: null,
  rejected: null,
  reviews: null,
  review_inputs: null,
  // Those of an ingest have paths of files.
  runs: `kind in ('rekey', 'rekey-undo')`,
  page_health: null,
  observations: null,
  host_checks: null,
  counts: `subject <> 'frontier'`,
}

const toWhere = (condition: string | null): string => (condition === null ? '' : ` where ${condition}`)

/** The rows by which a copy is checked. */
export interface CopyCounts {
  readonly pages: number
  readonly aliases: number
}

const selectCounts = (schema: string): string =>
  `select (select count(*) from ${schema}pages) as pages, (select count(*) from ${schema}aliases) as aliases`

export async function countRows(session: Pick<Session, 'all'>): Promise<CopyCounts> {
  const [counts] = await session.all<{ readonly pages: number; readonly aliases: number }>(selectCounts(''))
  return counts ?? { pages: 0, aliases: 0 }
}

/** Called before each table, and after each part of one, with the rows that are copied; null if they are not counted. */
export type OnCopied = (table: string, rows: number | null) => Promise<void>

/** Copies the tables of an SQLite database that is attached as `source`; returns its counts. */
export async function copyAttachedTables(copy: SqliteConnection, onCopied: OnCopied): Promise<CopyCounts> {
  beginCopy(copy)
  for (const [table, condition] of Object.entries(TABLES)) {
    await onCopied(table, null)
    // Whole tables of the same shape are copied without decoding a row: https://www.sqlite.org/lang_insert.html
    copy.script(`insert into main.${table} select * from source.${table}${toWhere(condition)}`)
  }
  const [counts] = copy.all(selectCounts('source.'))
  copy.script('commit')
  return counts as unknown as CopyCounts
}

/** Copies the tables of a PostgreSQL database; returns its counts. */
export async function copyTables(
  transaction: Transaction,
  copy: SqliteConnection,
  onCopied: OnCopied,
): Promise<CopyCounts> {
  // The transaction may be a retry.
  copy.rollBack()
  beginCopy(copy)
  for (const [table, condition] of Object.entries(TABLES))
    await copyTable(transaction, copy, { table, condition, onCopied })
  const counts = await countRows(transaction)
  copy.script('commit')
  return counts
}

/** The new file has rows of its own, such as those that the schema inserts. */
function beginCopy(copy: SqliteConnection): void {
  copy.script(
    `begin; ${Object.keys(TABLES)
      .map((table) => `delete from main.${table};`)
      .join(' ')}`,
  )
}

const ROWS_AT_ONCE = 2000

interface TableCopy {
  readonly table: string
  readonly condition: string | null
  readonly onCopied: OnCopied
}

async function copyTable(
  transaction: Transaction,
  copy: SqliteConnection,
  { table, condition, onCopied }: TableCopy,
): Promise<void> {
  await transaction.run(`declare rows_of_${table} no scroll cursor for select * from ${table}${toWhere(condition)}`)
  for (let copied = 0; ;) {
    await onCopied(table, copied)
    const rows = await transaction.all(`fetch ${ROWS_AT_ONCE} from rows_of_${table}`)
    const [first] = rows
    if (first === undefined) return
    const columns = Object.keys(first)
    const places = columns.map(() => '?').join(', ')
    const insert = copy.createRunner(`insert into ${table} (${columns.join(', ')}) values (${places})`)
    for (const row of rows) insert(columns.map((column): Value => row[column] ?? null))
    copied += rows.length
  }
}
