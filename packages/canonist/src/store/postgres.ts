import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database, Row, TransactionOptions, Value } from './database.ts'
import { StoreError } from './errors.ts'
import { mapConnectError, isStoreError } from './driver-errors.ts'
import { isReadStatement } from './is-read-statement.ts'
import { NestingGuard } from './nesting-guard.ts'
import { PostgresConnection, markWhenBroken } from './postgres-connection.ts'
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
/** After so long the server may have more connections to give than when it refused one. */
const REFUSAL_HOLDS_MS = 30_000
const BEGIN_TO_READ = 'begin isolation level repeatable read read only'

type Work<T> = (transaction: ScriptTransaction) => Promise<T>

/** A PostgreSQL database, by its URL. */
export class PostgresDatabase implements Database {
  readonly dialect = 'postgres'
  readonly name: string
  /** The search_path that the URL asks for; null where it leaves that to the server. */
  readonly searchPath: string | null
  readonly #user: string
  readonly #pool: pg.Pool
  readonly #maxConnections: number
  #refusedAt = Number.NEGATIVE_INFINITY
  readonly #readOnly: boolean
  readonly #running = new Set<Promise<unknown>>()
  readonly #nestingGuard = new NestingGuard()
  readonly #statements = new StatementNames()
  readonly #streams = new Set<PostgresConnection>()
  #isClosed = false

  constructor(location: string, { readOnly = false }: PostgresOptions = {}) {
    const { name, connectionString, maxConnections, user, searchPath } = readPostgresUrl(location)
    this.name = name
    this.searchPath = searchPath
    this.#user = user
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

  async close(): Promise<void> {
    if (this.#isClosed) return
    await Promise.allSettled(this.#running)
    this.#isClosed = true
    for (const connection of this.#streams) connection.discard()
    await this.#pool.end()
  }

  /**
   * PostgreSQL ends one of two transactions that wait for each other, which may try again. So may one that a pooler has sent to
   * a connection without its prepared statements: from then on statements have no names.
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
        // It did not stand any more: nothing was done.
        if (left === 0 || !(await isLost(transaction.begun))) throw error
      }
    }
  }

  /** Commits what `work` did, or takes all of it back. */
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

  /** The first statement shows if the connection still stands: after a restart of the server the pool is full of dead ones. */
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

  /** The server gives no more connections: whether there are some that will be free again. */
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
    connectionString,
    application_name: 'canonist',
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    pipeline: true,
    types: TYPES,
  })
  // An idle connection that breaks is thrown away; whoever needs one next gets a new one.
  pool.on('error', () => undefined)
  pool.on('connect', markWhenBroken)
  return pool
}

const isLost = (first: Promise<unknown>): Promise<boolean> =>
  first.then(
    () => false,
    (error: unknown) => isStoreError(error, 'store/connection-lost'),
  )

async function rollBackAndRelease(connection: PostgresConnection): Promise<void> {
  // A broken one fails again here, but what went wrong first is what matters; the server rolls back by itself.
  if (connection.isUsable) await connection.script('rollback').catch(() => connection.discard())
  connection.release()
}
