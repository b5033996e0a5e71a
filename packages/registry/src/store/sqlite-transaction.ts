import { CountChanges } from './sql/write-counts.ts'
import type { Counter, Row, Value } from './database.ts'
import type { ScriptTransaction } from './script-transaction.ts'
import { sendChanges } from './send-changes.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { listColumnNames, formatColumns } from './stage-columns.ts'
import { StatementQueue } from './statement-queue.ts'

/** Thirty rows per statement take half the time of single rows; more gain nothing. */
const ROWS_AT_ONCE = 30

/**
 * One transaction on the writing connection, between `begin` and `commit`. It is open until `finish` or `stop`; the owner then commits
 * or rolls back. It must never run a statement after one has failed: `StatementQueue` sees to that.
 */
export class SqliteTransaction implements ScriptTransaction {
  readonly dialect = 'sqlite'
  readonly #connection: SqliteConnection
  readonly #statements = new StatementQueue()
  readonly #staged = new Set<string>()
  readonly #counts = new CountChanges()

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  all<R = Row>(sql: string, values?: readonly Value[]): Promise<R[]> {
    return this.#statements.runAlone(() => this.#connection.all(sql, values) as R[])
  }

  run(sql: string, values?: readonly Value[]): Promise<number> {
    return this.#statements.runAlone(() => this.#connection.run(sql, values))
  }

  send(sql: string, values?: readonly Value[]): void {
    // `finish` reports the failure.
    this.run(sql, values).catch(() => undefined)
  }

  count(counter: Counter, by: number): void {
    this.#counts.add(counter, by)
  }

  script(sql: string): Promise<void> {
    return this.#statements.runAlone(() => this.#connection.script(sql))
  }

  stage(table: string, columns: string, rows: Iterable<readonly Value[]>): Promise<void> {
    return this.#statements.runAlone(() => {
      this.#connection.script(`drop table if exists temp.${table}`)
      this.#connection.script(`create temporary table ${table} (${formatColumns(columns, 'sqlite')})`)
      this.#staged.add(table)
      const names = listColumnNames(columns)
      fillTable(this.#connection, `temp.${table} (${names.join(', ')})`, names.length, rows)
    })
  }

  insert(table: string, columns: string, rows: Iterable<readonly Value[]>): Promise<void> {
    return this.#statements.runAlone(() =>
      fillTable(this.#connection, `${table} (${columns})`, columns.split(',').length, rows),
    )
  }

  async finish(): Promise<void> {
    sendChanges(this, this.#counts.toChanges(this.dialect))
    await this.#statements.finish()
    // Unlike in PostgreSQL, temporary tables outlive the commit.
    for (const table of this.#staged) this.#connection.script(`drop table temp.${table}`)
  }

  async stop(): Promise<void> {
    await this.#statements.stop()
  }
}

/** @param into the table with its columns */
function fillTable(connection: SqliteConnection, into: string, width: number, rows: Iterable<readonly Value[]>): void {
  const one = `(${Array(width).fill('?').join(', ')})`
  const insertMany = connection.createRunner(`insert into ${into} values ${Array(ROWS_AT_ONCE).fill(one).join(', ')}`)
  const insertOne = connection.createRunner(`insert into ${into} values ${one}`)
  let waiting: Value[] = []
  for (const row of rows) {
    // Cell by cell: `flat` would take as long as the insert.
    for (const cell of row) waiting.push(cell)
    if (waiting.length < ROWS_AT_ONCE * width) continue
    insertMany(waiting)
    waiting = []
  }
  for (let start = 0; start < waiting.length; start += width) insertOne(waiting.slice(start, start + width))
}
