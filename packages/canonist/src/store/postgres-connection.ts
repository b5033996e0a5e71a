import { once } from 'node:events'
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
 * Takes note when a new connection breaks, for as long as it lives: the pool does not listen while it hands one over, and
 * Node ends the process of who does not listen.
 */
export function markWhenBroken(client: ClientBase): void {
  client.on('error', () => void BROKEN.add(client))
}

/** One connection while it is out of the pool; a broken one never goes back. */
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

  /** Several statements, without values or rows. */
  script(sql: string): Promise<void> {
    return this.#mapErrors(async () => {
      this.#batchWrites()
      await this.#client.query(sql)
    })
  }

  copy(sql: string, rows: Iterable<readonly Value[]>): Promise<void> {
    return this.#mapErrors(() => this.#copy(sql, rows))
  }

  /** Whether another statement can be run on it. */
  get isUsable(): boolean {
    return !BROKEN.has(this.#client) && !this.#isUnusable && !this.#isReleased
  }

  /** For one that is in a state that nobody else should meet. */
  discard(): void {
    this.#isUnusable = true
    this.release()
  }

  release(): void {
    if (this.#isReleased) return
    const isUsable = this.isUsable
    this.#isReleased = true
    // Or the driver would wait for the answers before it hangs up.
    if (!isUsable) this.#setPipelining(false)
    this.#client.release(!isUsable)
  }

  /** What is asked at once goes out at once: each call of the system costs as much as some statements. */
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

  /** Whether statements are sent before those ahead of them are answered; the driver looks it up for each. */
  #setPipelining(isSo: boolean): void {
    const client: { pipeline: boolean } = this.#client
    client.pipeline = isSo
  }

  async #copy(sql: string, rows: Iterable<readonly Value[]>): Promise<void> {
    // The driver refuses to send rows among other statements; nothing else is under way now.
    this.#setPipelining(false)
    await this.#copyAlone(sql, rows).finally(() => this.#setPipelining(true))
  }

  async #copyAlone(sql: string, rows: Iterable<readonly Value[]>): Promise<void> {
    const stream = this.#client.query(copyFrom(sql))
    let hasFailed = false
    stream.on('error', () => void (hasFailed = true))
    // From the beginning, because it may fail at any time.
    const finished = once(stream, 'finish')
    finished.catch(() => undefined)
    for (const chunk of this.#cutChunks(rows)) {
      // The stream itself would fall over a connection that is gone.
      if (hasFailed) break
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), finished])
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
      // The server waits for more rows, and listens to nothing else.
      this.#isUnusable ||= !isWhole
    }
  }

  async #mapErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isStatementNameError(error)) this.#statements.turnOff()
      const failure = mapPostgresError(error, this.#name, BROKEN.has(this.#client))
      // The server says so before it hangs up.
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
