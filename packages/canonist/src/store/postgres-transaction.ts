import type { Row, Value } from './database.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import type { ScriptTransaction } from './script-transaction.ts'
import { columnNames, typedColumns } from './stage-columns.ts'
import { Steps } from './steps.ts'

/** What is done on one connection between `begin` and `commit`. */
export class PostgresTransaction implements ScriptTransaction {
  readonly dialect = 'postgres'
  readonly #connection: PostgresConnection
  readonly #steps = new Steps()
  readonly #staged = new Set<string>()

  constructor(connection: PostgresConnection) {
    this.#connection = connection
  }

  all<R = Row>(sql: string, values?: readonly Value[]): Promise<R[]> {
    return this.#steps.take(async () => (await this.#connection.query(sql, values)).rows as R[])
  }

  run(sql: string, values?: readonly Value[]): Promise<number> {
    return this.#steps.take(async () => (await this.#connection.query(sql, values)).count)
  }

  script(sql: string): Promise<void> {
    return this.#steps.take(() => this.#connection.script(sql))
  }

  stage(table: string, columns: string, rows: Iterable<readonly Value[]>): Promise<void> {
    return this.#steps.take(async () => {
      if (this.#staged.has(table)) await this.#connection.script(`drop table pg_temp.${table}`)
      await this.#connection.script(
        `create temporary table ${table} (${typedColumns(columns, 'postgres')}) on commit drop`,
      )
      this.#staged.add(table)
      await this.#connection.copy(`copy pg_temp.${table} (${columnNames(columns).join(', ')}) from stdin`, rows)
      // Nobody else counts the rows of a temporary table, and the planner takes one that was not counted for small.
      await this.#connection.script(`analyze pg_temp.${table}`)
    })
  }

  finish(): Promise<void> {
    return this.#steps.finish()
  }

  stop(): Promise<void> {
    return this.#steps.stop()
  }
}
