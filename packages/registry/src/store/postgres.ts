import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database, Listener, ListenOptions, Row, TransactionOptions, Value } from './database.ts'
import { StoreError } from './errors.ts'
import { mapConnectError, isStoreError } from './driver-errors.ts'
import { isReadStatement } from './statement-queue.ts'
import { NestingGuard } from './nesting-guard.ts'
import { PostgresConnection, markWhenBroken } from './postgres-connection.ts'
import { PostgresListener } from './postgres-listener.ts'
import { PostgresTransaction } from './postgres-transaction.ts'
import { readPostgresUrl } from './postgres-url.ts'
import { TYPES } from './postgres-values.ts'
import type { ScriptTransaction } from './script-transaction.ts'
import { StatementNames } from './statement-names.ts'

export interface PostgresOptions {
  /** Never writes. */
  readonly readOnly?: boolean
}

const CONNECT_MS = 10_000
const MAX_ATTEMPTS = 5
const ROWS_AT_ONCE = 1000
/** How long a pool stays smaller after the server refused a connection. */
const REFUSAL_HOLDS_MS = 30_000
const BEGIN_TO_READ = 'begin isolation level repeatable read read only'

type Work<T> = (transaction: ScriptTransaction) => Promise<T>

/**
 * A PostgreSQL database, addressed by its URL.
 *
 * The pool opens up to `max` connections; when the server refuses one, it makes do with those it has for 30 seconds. A transaction runs
 * again after a deadlock or a connection that was dead from the start, so `work` may run more than once, but is committed at most once.
 *
 * Must never repeat a transaction whose commit may have arrived, and must never return a connection to the pool inside a transaction.
 */
export class PostgresDatabase implements Database {
  readonly dialect = 'postgres'
  readonly name: string
  /** The search_path that the URL sets; null if it sets none. */
  readonly searchPath: string | null
  readonly #user: string
  readonly #connectionString: string
  readonly #pool: pg.Pool
  readonly #maxConnections: number
  #refusedAt = Number.NEGATIVE_INFINITY
  readonly #readOnly: boolean
  readonly #running = new Set<Promise<unknown>>()
  readonly #nestingGuard = new NestingGuard()
  readonly #statements = new StatementNames()
  readonly #streams = new Set<PostgresConnection>()
  readonly #listeners = new Set<Listener>()
  #isClosed = false

  constructor(location: string, { readOnly = false }: PostgresOptions = {}) {
    const { name, connectionString, maxConnections, user, searchPath } = readPostgresUrl(location)
    this.name = name
    this.searchPath = searchPath
    this.#user = user
    this.#connectionString = connectionString
    this.#readOnly = readOnly
    this.#maxConnections = maxConnections
    this.#pool = createPool(connectionString, maxConnections)
  }

  async all<R = Row>(sql: string, values?: readonly Value[]): Promise<R[]> {
    if (!isReadStatement(sql)) return this.transaction((transaction) => transaction.all<R>(sql, values))
    const { connection, answer } = await this.#start((connection) => connection.query(sql, values))
    connection.release()
    return answer.rows as R[]
  }

  async run(sql: string, values?: readonly Value[]): Promise<number> {
    return this.transaction((transaction) => transaction.run(sql, values))
  }

  async transaction<T>(work: Work<T>, { readsOnly = false }: TransactionOptions = {}): Promise<T> {
    if (this.#readOnly && !readsOnly) throw new StoreError('store/read-only', this.name)
    this.#nestingGuard.check()
    const running = this.#retryConflicts(work, readsOnly ? BEGIN_TO_READ : 'begin')
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }

  async *stream<R = Row>(sql: string, values?: readonly Value[]): AsyncGenerator<R> {
    const { connection } = await this.#start((connection) => connection.script(BEGIN_TO_READ))
    this.#streams.add(connection)
    try {
      await connection.query(`declare rows_in_order no scroll cursor for ${sql}`, values)
      for (;;) {
        const { rows } = await connection.query(`fetch ${ROWS_AT_ONCE} from rows_in_order`)
        yield* rows as R[]
        if (rows.length < ROWS_AT_ONCE) break
      }
    } catch (error) {
      throw this.#isClosed ? this.#createClosedError() : error
    } finally {
      this.#streams.delete(connection)
      await rollBackAndRelease(connection)
    }
  }

  readonly listen = async (options: ListenOptions): Promise<Listener> => {
    if (this.#isClosed) throw this.#createClosedError()
    const name = { name: this.name, user: this.#user }
    const client = new pg.Client({ ...describeConnection(this.#connectionString), types: TYPES })
    try {
      const listener = await PostgresListener.open(client, name, options)
      for (const other of this.#listeners) if (!other.isOpen) this.#listeners.delete(other)
      this.#listeners.add(listener)
      return listener
    } catch (error) {
      await client.end().catch(() => undefined)
      throw mapConnectError(error, name)
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    await Promise.allSettled(this.#running)
    this.#isClosed = true
    await Promise.all([...this.#listeners].map((listener) => listener.close()))
    for (const connection of this.#streams) connection.discard()
    await this.#pool.end()
  }

  /**
   * Runs the work again after a conflict: PostgreSQL aborts one of two transactions that wait for each other, and a pooler may have
   * sent the transaction to a connection without its prepared statements (later statements are unnamed).
   */
  async #retryConflicts<T>(work: Work<T>, begin: string): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#runOnce(work, begin)
      } catch (error) {
        if (!isStoreError(error, 'store/conflict') || attempt === MAX_ATTEMPTS) throw error
      }
      await sleep(20 * attempt)
    }
  }

  async #runOnce<T>(work: Work<T>, begin: string): Promise<T> {
    for (let left = this.#maxConnections; ; left -= 1) {
      const connection = await this.#connect()
      const transaction = new PostgresTransaction(connection, begin)
      try {
        return await this.#finish(connection, transaction, work)
      } catch (error) {
        // The connection was dead before `begin`, so nothing was done.
        if (left === 0 || !(await isLost(transaction.begun))) throw error
      }
    }
  }

  /** Commits the work, or rolls all of it back. */
  async #finish<T>(connection: PostgresConnection, transaction: PostgresTransaction, work: Work<T>): Promise<T> {
    try {
      const result = await this.#nestingGuard.run(() => work(transaction))
      await transaction.commit()
      connection.release()
      return result
    } catch (error) {
      await transaction.stop()
      await rollBackAndRelease(connection)
      throw error
    }
  }

  /** Runs the first statement, which shows whether the connection is alive: after a server restart the pool is full of dead ones. */
  async #start<T>(first: (connection: PostgresConnection) => Promise<T>): Promise<Started<T>> {
    for (let left = this.#maxConnections; ; left -= 1) {
      const connection = await this.#connect()
      try {
        return { connection, answer: await first(connection) }
      } catch (error) {
        connection.release()
        const mayRetry = isStoreError(error, 'store/connection-lost') || isStoreError(error, 'store/conflict')
        if (!mayRetry || left === 0) throw error
      }
    }
  }

  async #connect(): Promise<PostgresConnection> {
    for (;;) {
      if (this.#isClosed) throw this.#createClosedError()
      if (performance.now() - this.#refusedAt > REFUSAL_HOLDS_MS) this.#pool.options.max = this.#maxConnections
      try {
        return new PostgresConnection(
          await this.#pool.connect(),
          { name: this.name, user: this.#user },
          this.#statements,
        )
      } catch (error) {
        const failure = mapConnectError(error, { name: this.name, user: this.#user })
        if (!isStoreError(failure, 'store/busy') || !this.#shrinkPool()) throw failure
      }
    }
  }

  /** Limits the pool to the connections it has, after the server refused another. False if there are none to wait for. */
  #shrinkPool(): boolean {
    const { totalCount } = this.#pool
    if (totalCount === 0) return false
    this.#refusedAt = performance.now()
    this.#pool.options.max = totalCount
    return true
  }

  #createClosedError(): StoreError {
    return new StoreError('store/closed', this.name)
  }
}

interface Started<T> {
  readonly connection: PostgresConnection
  readonly answer: T
}

function createPool(connectionString: string, maxConnections: number): pg.Pool {
  const pool = new pg.Pool({
    ...describeConnection(connectionString),
    max: maxConnections,
    pipeline: true,
    types: TYPES,
  })
  // The pool discards an idle connection that breaks, and opens a new one when needed.
  pool.on('error', () => undefined)
  pool.on('connect', markWhenBroken)
  return pool
}

const describeConnection = (connectionString: string): pg.ClientConfig => ({
  connectionString,
  application_name: 'canonist',
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
})

const isLost = (first: Promise<unknown>): Promise<boolean> =>
  first.then(
    () => false,
    (error: unknown) => isStoreError(error, 'store/connection-lost'),
  )

async function rollBackAndRelease(connection: PostgresConnection): Promise<void> {
  // A failure here is ignored: the caller reports the first error, and the server rolls back on its own when the connection closes.
  if (connection.isUsable) await connection.script('rollback').catch(() => connection.discard())
  connection.release()
}
