import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Database, Row, TransactionOptions, Value } from './database.ts'
import { StoreError } from './errors.ts'
import { isStoreError } from './driver-errors.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { isReadStatement } from './statement-queue.ts'
import { NestingGuard } from './nesting-guard.ts'
import type { ScriptTransaction } from './script-transaction.ts'
import { SqliteTransaction } from './sqlite-transaction.ts'
import { LOCK_WAIT_MS, retryWhileLocked } from './retry-while-locked.ts'

export interface SqliteOptions {
  /** Never writes, and never creates a file. */
  readonly readOnly?: boolean
  /** How long a transaction waits for another process that is writing, in milliseconds. */
  readonly lockWait?: number
}

const IN_MEMORY = ':memory:'

// synchronous = normal: a killed process loses nothing; a power cut may undo the last transactions, but never part of one.
const SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma temp_store = memory;
  pragma journal_size_limit = 67108864;
`

// 16 MiB for each connection. The operating system caches the rest, which is cheaper than more memory here.
// SQLite moves its log into the file after every 1000 pages: often, so that no small transaction waits long for it.
const USUAL_SETTINGS = 'pragma cache_size = -16384; pragma wal_autocheckpoint = 1000'

// A bulk transaction changes parts of the file all over the index of keys. With a small cache SQLite would write them to the log early and
// read them again. Consecutive transactions change the same parts, so moving the log less often (every 64 MiB) writes them fewer times.
// 48 MiB: with 64, `canonist add` might take more than the 300 MB that its documentation promises.
const BULK_SETTINGS = 'pragma cache_size = -49152; pragma wal_autocheckpoint = 16384'

type Work<T> = (transaction: ScriptTransaction) => Promise<T>

/**
 * An SQLite database: a file, or `:memory:` for one that disappears when it is closed.
 *
 * One connection writes, and `#queue` gives it to one transaction at a time. Another connection reads, and every stream opens its own,
 * because a stream must keep its snapshot while later reads must not. In memory there is only the writer, which also reads.
 *
 * Must never block the process while it waits for a lock, and must never commit to a file that was removed or replaced.
 */
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
  #isBulk = false
  #isClosed = false

  static async open(name: string, options: SqliteOptions = {}): Promise<SqliteDatabase> {
    const { readOnly = false, lockWait = LOCK_WAIT_MS } = options
    // Absolute, because SQLite would read "file:…" as a URL.
    const path = name === IN_MEMORY ? name : resolve(name)
    // SQLite fails instead of waiting when two processes create the same file.
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

  async transaction<T>(work: Work<T>, { isBulk = false }: TransactionOptions = {}): Promise<T> {
    this.#checkOpen()
    this.#nestingGuard.check()
    return this.#queue.run(async () => {
      const writer = this.#getWriter()
      if (isBulk !== this.#isBulk) writer.script(isBulk ? BULK_SETTINGS : USUAL_SETTINGS)
      this.#isBulk = isBulk
      await retryWhileLocked(this.#lockWait, () => writer.scriptAtOnce('begin immediate'))
      return this.#nestingGuard.run(() => this.#finish(writer, work))
    })
  }

  /** Commits the work, or rolls all of it back. */
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
    // Its own connection, so that other reads do not see this stream's snapshot.
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
      // Last: only the last connection merges the log into the file and removes it.
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

  /** A file that was removed or replaced while open is deleted on close, and the data with it. */
  #checkFile(): void {
    if (this.#isInMemory || readIdentity(this.#path) === this.#file) return
    throw new StoreError('store/file-gone', this.name)
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new StoreError('store/closed', this.name)
  }
}

/** Moves the log into the database file to free the space that it takes on a full disk. */
function truncateLog(writer: SqliteConnection): void {
  try {
    writer.scriptAtOnce('pragma wal_checkpoint(truncate)')
  } catch {
    // The caller already reports that the disk is full.
  }
}

/** Identifies the file that a path leads to: device and inode. */
function readIdentity(path: string): string {
  const { dev, ino } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return `${dev} ${ino}`
}

function openWriter(path: string, name: string): SqliteConnection {
  const writer = new SqliteConnection(path, name, false)
  try {
    writer.scriptAtOnce(SETTINGS + USUAL_SETTINGS)
    return writer
  } catch (error) {
    writer.close()
    throw error
  }
}

/** Runs tasks one after the other, in the order of the calls. A task that fails does not stop later ones. */
class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
