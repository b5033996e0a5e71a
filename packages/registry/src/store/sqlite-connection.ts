import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Row, Value } from './database.ts'
import { StoreError, type StoreErrorCode } from './errors.ts'
import { mapSqliteError } from './driver-errors.ts'
import { isInReadOnlyFolder, readStamp } from './file-access.ts'

/** How long SQLite itself waits for a lock. */
const BUSY_MS = 5000
const MAX_STATEMENTS = 200

/**
 * One connection of `node:sqlite`: takes `$1` for values, returns plain rows, caches prepared statements, throws `StoreError`.
 *
 * A reading connection is *live* (SQLite sees what other processes write) or *frozen*: the folder is read-only or the disk is full, so that
 * SQLite cannot create its log and is told that the file does not change. A frozen connection must never return rows that it read while
 * the file changed.
 */
export class SqliteConnection {
  #database: DatabaseSync
  readonly #name: string
  readonly #path: string
  /** The stamp of the file when it was opened as frozen; null for a live connection. */
  #frozen: string | null
  // Least recently used first: a Map iterates in insertion order.
  readonly #statements = new Map<string, StatementSync>()

  constructor(path: string, name: string, readOnly: boolean) {
    this.#name = name
    this.#path = path
    this.#frozen = readOnly && isInReadOnlyFolder(path) ? readStamp(path) : null
    this.#database = this.#mapErrors(() => openFile(path, readOnly, this.#frozen !== null))
    if (readOnly && this.#frozen === null) this.#readWithoutLog()
  }

  /**
   * On a full disk SQLite cannot create its log, but the file can still be read while no process writes to it. Any other error is left for
   * the first statement to report.
   */
  #readWithoutLog(): void {
    try {
      this.scriptAtOnce('select 1 from sqlite_schema limit 1')
    } catch (error) {
      const stamp = error instanceof StoreError && LACKS_LOG.has(error.code) ? readStamp(this.#path) : null
      if (stamp === null) return
      this.#database.close()
      this.#frozen = stamp
      this.#database = this.#mapErrors(() => openFile(this.#path, true, true))
    }
  }

  all(sql: string, values: readonly Value[] = []): Row[] {
    const rows = this.#mapErrors(() =>
      this.#prepare(sql)
        .all(...values.map(toBindable))
        .map(toRow),
    )
    this.#checkFrozen()
    return rows
  }

  run(sql: string, values: readonly Value[] = []): number {
    return this.#mapErrors(() => Number(this.#prepare(sql).run(...values.map(toBindable)).changes))
  }

  /** Prepares a statement to run many times. Binds numbers as they are; the type of the column decides how they are stored. */
  createRunner(sql: string): (values: readonly Value[]) => void {
    const statement = this.#mapErrors(() => this.#prepare(sql))
    return (values) => this.#mapErrors(() => void statement.run(...(values as SQLInputValue[])))
  }

  *iterate(sql: string, values: readonly Value[] = []): Generator<Row> {
    const rows = this.#mapErrors(() => this.#prepare(sql).iterate(...values.map(toBindable)))
    for (;;) {
      const next = this.#mapErrors(() => rows.next())
      if (next.done === true) return this.#checkFrozen()
      yield toRow(next.value)
    }
  }

  /** Runs several statements that have no values and return no rows. */
  script(sql: string): void {
    this.#mapErrors(() => this.#database.exec(sql))
  }

  /** Like `script`, but throws at once if another connection is writing: waiting in SQLite would block the whole process. */
  scriptAtOnce(sql: string): void {
    this.script('pragma busy_timeout = 0')
    try {
      this.script(sql)
    } finally {
      this.script(`pragma busy_timeout = ${BUSY_MS}`)
    }
  }

  /** Rolls back unless SQLite already has, as it does when the disk is full. */
  rollBack(): void {
    if (this.#database.isOpen && this.#database.isTransaction) this.script('rollback')
  }

  /** Makes the tables of another connection's file readable here, as `alias.table`, in the way in which that connection reads them. */
  attach(other: SqliteConnection, alias: string): void {
    // Not with mode=ro, under which SQLite copies tables with foreign keys row by row: ten times as slow.
    const file = other.#frozen === null ? other.#path : toImmutableUrl(other.#path).href
    this.run(`attach $1 as ${alias}`, [file])
  }

  close(): void {
    this.#statements.clear()
    if (this.#database.isOpen) this.#database.close()
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(numberParameters(sql))
    this.#statements.delete(sql)
    this.#statements.set(sql, statement)
    for (const oldest of this.#statements.keys()) {
      if (this.#statements.size <= MAX_STATEMENTS) break
      this.#statements.delete(oldest)
    }
    return statement
  }

  /** Whether a process has written to a frozen file. */
  get isOutdated(): boolean {
    return this.#frozen !== null && readStamp(this.#path) !== this.#frozen
  }

  /** Rows that were read while a process wrote may belong to two versions of the file. */
  #checkFrozen(): void {
    if (!this.isOutdated) return
    throw new StoreError('store/locked', this.#name, { detail: 'the write has just begun' })
  }

  #mapErrors<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw mapSqliteError(error, this.#name, this.#path)
    }
  }
}

/** The errors of SQLite when it cannot create its log or the index of the log. */
const LACKS_LOG: ReadonlySet<StoreErrorCode> = new Set(['store/disk-full', 'store/disk-error', 'store/cannot-open'])

function openFile(path: string, readOnly: boolean, isFrozen: boolean): DatabaseSync {
  const options = { readOnly, timeout: BUSY_MS, enableForeignKeyConstraints: true, defensive: true }
  const database = new DatabaseSync(isFrozen ? toImmutableUrl(path) : path, options)
  // https://www.sqlite.org/security.html: the schema of a file must not call functions with side effects.
  database.exec('pragma trusted_schema = off')
  return database
}

/** https://www.sqlite.org/uri.html#uriimmutable: SQLite then neither creates nor reads a log. */
function toImmutableUrl(path: string): URL {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return url
}

const TEXT_OR_VALUE = /'[^']*'|\$(\d+)/g

/** SQLite reads `$1` as a named parameter; `?1` is a numbered one. */
function numberParameters(sql: string): string {
  return sql.replace(TEXT_OR_VALUE, (found, number?: string) => (number === undefined ? found : `?${number}`))
}

/** Binds integers as bigint: as a float, 5 / 2 would be 2.5 here but 2 in PostgreSQL. */
function toBindable(value: Value): SQLInputValue {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

/** The driver's rows have no prototype, which assertions and some libraries stumble over. */
function toRow(row: Record<string, SQLOutputValue>): Row {
  return { ...row } as Row
}
