import { CountChanges } from './sql/write-counts.ts'
import type { Counter, Row, Value } from './database.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import type { ScriptTransaction } from './script-transaction.ts'
import { sendChanges } from './send-changes.ts'
import { listColumnNames, formatColumns } from './stage-columns.ts'
import { StatementQueue } from './statement-queue.ts'

/**
 * One transaction on one connection, from `begin` to `commit`. Statements are pipelined. It must never run a statement after one has
 * failed: `StatementQueue` sees to that.
 */
export class PostgresTransaction implements ScriptTransaction {
  readonly dialect = 'postgres'
  /** Resolves when the server has answered `begin`; no statement waits for it. */
  readonly begun: Promise<void>
  readonly #connection: PostgresConnection
  readonly #statements = new StatementQueue()
  readonly #staged = new Set<string>()
  readonly #counts = new CountChanges()

  constructor(connection: PostgresConnection, begin: string) {
    this.#connection = connection
    this.begun = this.#statements.send(() => connection.script(begin))
    this.begun.catch(() => undefined)
  }

  all<R = Row>(sql: string, values?: readonly Value[]): Promise<R[]> {
    return this.#statements.send(async () => (await this.#connection.query(sql, values)).rows as R[])
  }

  run(sql: string, values?: readonly Value[]): Promise<number> {
    return this.#statements.send(async () => (await this.#connection.query(sql, values)).count)
  }

  send(sql: string, values?: readonly Value[]): void {
    // `commit` reports the failure.
    this.run(sql, values).catch(() => undefined)
  }

  count(counter: Counter, by: number): void {
    this.#counts.add(counter, by)
  }

  script(sql: string): Promise<void> {
    return this.#statements.runAlone(() => this.#connection.script(sql))
  }

  stage(table: string, columns: string, rows: Iterable<readonly Value[]>): Promise<void> {
    return this.#statements.runAlone(async () => {
      if (this.#staged.has(table)) await this.#connection.script(`drop table pg_temp.${table}`)
      await this.#connection.script(
        `create temporary table ${table} (${formatColumns(columns, 'postgres')}) on commit drop`,
      )
      this.#staged.add(table)
      await this.#connection.copy(`copy pg_temp.${table} (${listColumnNames(columns).join(', ')}) from stdin`, rows)
      // Autovacuum skips temporary tables, and the planner assumes that a table without statistics is small.
      await this.#connection.script(`analyze pg_temp.${table}`)
    })
  }

  insert(table: string, columns: string, rows: Iterable<readonly Value[]>): Promise<void> {
    return this.#statements.runAlone(() => this.#connection.copy(`copy ${table} (${columns}) from stdin`, rows))
  }

  commit(): Promise<void> {
    sendChanges(this, this.#counts.toChanges(this.dialect))
    this.#statements.send(() => this.#connection.script('commit')).catch(() => undefined)
    return this.#statements.finish()
  }

  stop(): Promise<void> {
    return this.#statements.stop()
  }
}
