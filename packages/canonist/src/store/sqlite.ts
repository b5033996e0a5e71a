import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Database, Row, Value } from './database.ts'
import { StoreError } from './errors.ts'
import { isStoreError } from './driver-errors.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { isReadStatement } from './is-read-statement.ts'
import { NestingGuard } from './nesting-guard.ts'
import type { ScriptTransaction } from './script-transaction.ts'
import { SqliteTransaction } from './sqlite-transaction.ts'
import { SerialQueue } from './serial-queue.ts'
import { LOCK_WAIT_MS, retryWhileLocked } from './retry-while-locked.ts'

export interface SqliteOptions {
  /** Never writes, and makes no file. */
  readonly readOnly?: boolean
  /** How long a transaction waits for another process that is writing, in milliseconds. */
  readonly lockWait?: number
}

const IN_MEMORY = ':memory:'

// NORMAL: a killed process loses nothing; a power cut may take back the last transactions, never a part of one.
// 16 MiB for each connection: what does not fit is read again from the cache of the system, which costs less than the memory.
const SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma temp_store = memory;
  pragma cache_size = -16384;
  pragma journal_size_limit = 67108864;
`

type Work<T> = (transaction: ScriptTransaction) => Promise<T>

/** An SQLite file; `path` ':memory:' makes one that is gone when closed. */
export class SqliteDatabase implements Database {
  readonly dialect = 'sqlite'
  readonly name: string
  readonly #path: string
  readonly #lockWait: number
  readonly #queue = new SerialQueue()
  readonly #nestingGuard = new NestingGuard()
  readonly #streams = new Set<SqliteConnection>()
  readonly #writer: SqliteConnection | undefined
  readonly #file: string
  #reader: SqliteConnection | undefined
  #isClosed = false

  static async open(name: string, options: SqliteOptions = {}): Promise<SqliteDatabase> {
    const { readOnly = false, lockWait = LOCK_WAIT_MS } = options
    // Made absolute, because SQLite would take "file:…" for a URL.
    const path = name === IN_MEMORY ? name : resolve(name)
    // SQLite does not wait by itself where two make the same file at once.
    const writer = readOnly ? undefined : await retryWhileLocked(lockWait, () => openWriter(path, name))
    return new SqliteDatabase(name, path, lockWait, writer)
  }

  private constructor(name: string, path: string, lockWait: number, writer: SqliteConnection | undefined) {
    this.name = name
    this.#path = path
    this.#lockWait = lockWait
    this.#writer = writer
    this.#file = this.#isInMemory ? '' : readIdentity(path)
  }

  async all<R = Row>(sql: string, values?: readonly Value[]): Promise<R[]> {
    this.#checkOpen()
    if (!isReadStatement(sql)) return this.transaction((transaction) => transaction.all<R>(sql, values))
    if (this.#isInMemory) return this.#queue.run(async () => this.#getWriter().all(sql, values) as R[])
    return this.#getReader().all(sql, values) as R[]
  }

  async run(sql: string, values?: readonly Value[]): Promise<number> {
    return this.transaction((transaction) => transaction.run(sql, values))
  }

  async transaction<T>(work: Work<T>): Promise<T> {
    this.#checkOpen()
    this.#nestingGuard.check()
    return this.#queue.run(async () => {
      const writer = this.#getWriter()
      await retryWhileLocked(this.#lockWait, () => writer.scriptAtOnce('begin immediate'))
      return this.#nestingGuard.run(() => this.#finish(writer, work))
    })
  }

  /** Commits what `work` did, or takes all of it back. */
  async #finish<T>(writer: SqliteConnection, work: Work<T>): Promise<T> {
    const transaction = new SqliteTransaction(writer)
    try {
      const result = await work(transaction)
      await transaction.finish()
      this.#checkFile()
      writer.script('commit')
      return result
    } catch (error) {
      await transaction.stop()
      writer.rollBack()
      if (isStoreError(error, 'store/disk-full')) truncateLog(writer)
      throw error
    }
  }

  async *stream<R = Row>(sql: string, values?: readonly Value[]): AsyncGenerator<R> {
    this.#checkOpen()
    if (this.#isInMemory) yield* await this.all<R>(sql, values)
    else yield* this.#streamFile<R>(sql, values)
  }

  async *#streamFile<R>(sql: string, values?: readonly Value[]): AsyncGenerator<R> {
    // Its own connection: what else is read meanwhile must not be kept in this snapshot.
    const connection = this.#openReader()
    this.#streams.add(connection)
    try {
      for (const row of connection.iterate(sql, values)) yield row as R
    } finally {
      this.#streams.delete(connection)
      connection.close()
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#queue.run(async () => {
      for (const stream of this.#streams) stream.close()
      this.#reader?.close()
      // Last, so that it may bring the log into the file and remove it.
      this.#writer?.close()
    })
  }

  get #isInMemory(): boolean {
    return this.#path === IN_MEMORY
  }

  #getReader(): SqliteConnection {
    if (this.#reader?.isOutdated === true) {
      this.#reader.close()
      this.#reader = undefined
    }
    return (this.#reader ??= this.#openReader())
  }

  #openReader(): SqliteConnection {
    return new SqliteConnection(this.#path, this.name, true)
  }

  #getWriter(): SqliteConnection {
    if (this.#writer === undefined) throw new StoreError('store/read-only', this.name)
    return this.#writer
  }

  /** What is written to a file that has no name any more is gone when it is closed. */
  #checkFile(): void {
    if (this.#isInMemory || readIdentity(this.#path) === this.#file) return
    throw new StoreError('store/file-gone', this.name)
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new StoreError('store/closed', this.name)
  }
}

/** The log takes room beside the file: what is in it is brought over, as far as that still goes. */
function truncateLog(writer: SqliteConnection): void {
  try {
    writer.scriptAtOnce('pragma wal_checkpoint(truncate)')
  } catch {
    // That there is no room is told already.
  }
}

/** The same as long as the path leads to the same file. */
function readIdentity(path: string): string {
  const { dev, ino } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return `${dev} ${ino}`
}

function openWriter(path: string, name: string): SqliteConnection {
  const writer = new SqliteConnection(path, name, false)
  try {
    writer.scriptAtOnce(SETTINGS)
    return writer
  } catch (error) {
    writer.close()
    throw error
  }
}
