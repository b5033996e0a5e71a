import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClientBase, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Row, Value } from './database.ts'
import { isStatementNameError, isStoreError, mapPostgresError, type PostgresName } from './driver-errors.ts'
import { formatCopyLine, toParameter } from './postgres-values.ts'
import type { StatementNames } from './statement-names.ts'

const CHUNK_LENGTH = 65_536

interface QueryResult {
  readonly rows: Row[]
  readonly count: number
}

const BROKEN = new WeakSet<ClientBase>()

/**
 * Marks a connection as broken when it fails, for as long as it exists. The pool does not listen for errors while it hands a connection
 * over, and Node ends the process on an `error` event without a listener.
 */
export function markWhenBroken(client: ClientBase): void {
  client.on('error', () => void BROKEN.add(client))
}

/**
 * One connection, from when it leaves the pool until it is released.
 *
 * It is *usable* until it breaks, becomes unusable (an interrupted `copy`) or is released. It must never return to the pool while
 * broken or in an unknown state: the next user would get its errors.
 */
export class PostgresConnection {
  readonly #client: PoolClient
  readonly #name: PostgresName
  readonly #statements: StatementNames
  #isUnusable = false
  #isReleased = false
  #isBatching = false

  constructor(client: PoolClient, name: PostgresName, statements: StatementNames) {
    this.#client = client
    this.#name = name
    this.#statements = statements
  }

  query(sql: string, values: readonly Value[] = []): Promise<QueryResult> {
    return this.#mapErrors(async () => {
      this.#batchWrites()
      const name = this.#statements.getName(this.#client, sql)
      const { rows, rowCount } = await this.#client.query<Row>({ text: sql, values: values.map(toParameter), ...name })
      return { rows, count: rowCount ?? 0 }
    })
  }

  /** Runs several statements that have no values and return no rows. */
  script(sql: string): Promise<void> {
    return this.#mapErrors(async () => {
      this.#batchWrites()
      await this.#client.query(sql)
    })
  }

  copy(sql: string, rows: Iterable<readonly Value[]>): Promise<void> {
    return this.#mapErrors(() => this.#copy(sql, rows))
  }

  /** Whether it can run another statement. */
  get isUsable(): boolean {
    return !BROKEN.has(this.#client) && !this.#isUnusable && !this.#isReleased
  }

  /** Releases it as broken, for a connection in an unknown state. */
  discard(): void {
    this.#isUnusable = true
    this.release()
  }

  release(): void {
    if (this.#isReleased) return
    const isUsable = this.isUsable
    this.#isReleased = true
    // With pipelining on, the driver would wait for pending results before it closes the connection.
    if (!isUsable) this.#setPipelining(false)
    this.#client.release(!isUsable)
  }

  /** Sends all statements of one tick in one write: a system call costs as much as several statements. */
  #batchWrites(): void {
    if (this.#isBatching) return
    this.#isBatching = true
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => {
      this.#isBatching = false
      stream.uncork()
    })
  }

  /** Turns pipelining on or off: sending statements before earlier ones are answered. The driver reads this for each statement. */
  #setPipelining(isSo: boolean): void {
    const client: { pipeline: boolean } = this.#client
    client.pipeline = isSo
  }

  async #copy(sql: string, rows: Iterable<readonly Value[]>): Promise<void> {
    // The driver refuses `copy` while pipelining; no other statement is running now.
    this.#setPipelining(false)
    await this.#copyAlone(sql, rows).finally(() => this.#setPipelining(true))
  }

  async #copyAlone(sql: string, rows: Iterable<readonly Value[]>): Promise<void> {
    const stream = this.#client.query(copyFrom(sql))
    let hasFailed = false
    stream.on('error', () => void (hasFailed = true))
    // Listen from the start, because the stream may fail at any time.
    const finished = once(stream, 'finish')
    finished.catch(() => undefined)
    for (const chunk of this.#cutChunks(rows)) {
      // Writing to a lost connection would throw inside the stream.
      if (hasFailed) break
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), finished])
      // While the system takes every chunk at once, the stream drains in the same turn of the event loop. Without another turn, nothing
      // else would happen until all rows are sent: no lease would be renewed, and a lost connection would not be noticed.
      await nextTurn()
    }
    if (!hasFailed) stream.end()
    await finished
  }

  *#cutChunks(rows: Iterable<readonly Value[]>): Generator<string> {
    let isWhole = false
    try {
      yield* cutCopyChunks(rows)
      isWhole = true
    } finally {
      // After an incomplete `copy` the server still waits for rows and accepts nothing else.
      this.#isUnusable ||= !isWhole
    }
  }

  async #mapErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isStatementNameError(error)) this.#statements.turnOff()
      const failure = mapPostgresError(error, this.#name, BROKEN.has(this.#client))
      // The server reports the loss before it closes the connection.
      if (isStoreError(failure, 'store/connection-lost')) BROKEN.add(this.#client)
      throw failure
    }
  }
}

function* cutCopyChunks(rows: Iterable<readonly Value[]>): Generator<string> {
  let chunk = ''
  for (const row of rows) {
    chunk += formatCopyLine(row)
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
