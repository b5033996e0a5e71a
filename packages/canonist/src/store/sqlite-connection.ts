import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Row, Value } from './database.ts'
import { StoreError, type StoreErrorCode } from './errors.ts'
import { mapSqliteError } from './driver-errors.ts'
import { isInReadOnlyFolder, readStamp } from './file-access.ts'

/** How long SQLite itself waits for a lock. */
const BUSY_MS = 5000
const MAX_STATEMENTS = 200

/** One connection of node:sqlite: `$1` for values, plain rows, prepared statements kept, failures in our words. */
export class SqliteConnection {
  #database: DatabaseSync
  readonly #name: string
  readonly #path: string
  /** How the file was when it was opened as one that will not change; null where SQLite itself sees what others write. */
  #frozen: string | null
  // In order of use: a Map keeps the order in which its keys were added.
  readonly #statements = new Map<string, StatementSync>()

  constructor(path: string, name: string, readOnly: boolean) {
    this.#name = name
    this.#path = path
    this.#frozen = readOnly && isInReadOnlyFolder(path) ? readStamp(path) : null
    this.#database = this.#mapErrors(() => openFile(path, readOnly, this.#frozen !== null))
    if (readOnly && this.#frozen === null) this.#readWithoutLog()
  }

  /**
   * On a full disk SQLite cannot make its log, but the file can be read as long as no process writes to it. Any other trouble is
   * left to the first statement.
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

  /** For the same statement many times: integers are bound as they come, so that only a column gives them their type. */
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

  /** Several statements, without values or rows. */
  script(sql: string): void {
    this.#mapErrors(() => this.#database.exec(sql))
  }

  /** Fails at once where another connection is writing: whoever waits must not stop the whole process. */
  scriptAtOnce(sql: string): void {
    this.script('pragma busy_timeout = 0')
    try {
      this.script(sql)
    } finally {
      this.script(`pragma busy_timeout = ${BUSY_MS}`)
    }
  }

  /** SQLite may have done so by itself, as it does where the disk is full. */
  rollBack(): void {
    if (this.#database.isOpen && this.#database.isTransaction) this.script('rollback')
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

  /** Whether somebody has written to a file that SQLite was told would not change. */
  get isOutdated(): boolean {
    return this.#frozen !== null && readStamp(this.#path) !== this.#frozen
  }

  /** What was read while somebody wrote may be of two times. */
  #checkFrozen(): void {
    if (!this.isOutdated) return
    throw new StoreError('store/locked', this.#name, { detail: 'it has just begun' })
  }

  #mapErrors<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw mapSqliteError(error, this.#name, this.#path)
    }
  }
}

/** How SQLite fails where it cannot make its log or the index of it. */
const LACKS_LOG: ReadonlySet<StoreErrorCode> = new Set(['store/disk-full', 'store/disk-error', 'store/cannot-open'])

function openFile(path: string, readOnly: boolean, isFrozen: boolean): DatabaseSync {
  const options = { readOnly, timeout: BUSY_MS, enableForeignKeyConstraints: true, defensive: true }
  const database = new DatabaseSync(isFrozen ? toImmutableUrl(path) : path, options)
  // https://www.sqlite.org/security.html: what a file describes may call no function that does anything.
  database.exec('pragma trusted_schema = off')
  return database
}

/** https://www.sqlite.org/uri.html#uriimmutable: without a log, and without looking for one. */
function toImmutableUrl(path: string): URL {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return url
}

const TEXT_OR_VALUE = /'[^']*'|\$(\d+)/g

/** `$1` would be a name to SQLite; `?1` is a number. */
function numberParameters(sql: string): string {
  return sql.replace(TEXT_OR_VALUE, (found, number?: string) => (number === undefined ? found : `?${number}`))
}

/** A number would be bound as a float, and 5 / 2 be 2.5 here but 2 in PostgreSQL. */
function toBindable(value: Value): SQLInputValue {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

/** Its rows have no prototype; ours are like anybody's. */
function toRow(row: Record<string, SQLOutputValue>): Row {
  return { ...row } as Row
}
