/** What a column holds. Times are milliseconds since 1970; whole numbers up to 2^53 come as numbers. */
export type Value = string | number | Uint8Array | null

export type Row = Readonly<Record<string, Value>>

/**
 * Where SQL is run: the database, or one transaction of it. Statements are written once for both databases, with `$1`,
 * `$2` for their values; what only one of them knows is asked for by `dialect`.
 */
export interface Session {
  readonly dialect: Dialect
  /** Several at once within a transaction are answered in order, and go to a server without waiting for one another. */
  all<R = Row>(sql: string, values?: readonly Value[]): Promise<R[]>
  /** How many rows were changed. */
  run(sql: string, values?: readonly Value[]): Promise<number>
}

/** Something that is counted: of the whole registry, or of one host. */
export interface Counter {
  /** Such as `pages`. */
  readonly subject: string
  /** One kind of it, such as a link type; empty where there are no kinds. */
  readonly name: string
  /** Without it, of all hosts together. */
  readonly hostId?: number | undefined
}

export type Dialect = 'sqlite' | 'postgres'

export interface Transaction extends Session {
  /**
   * Like `run`, for who need not know how many: goes to a server together with what follows, the commit included, because
   * each way there and back costs more than most statements. What fails takes the transaction back.
   */
  send(sql: string, values?: readonly Value[]): void
  /** Adds to a kept count, which is written with the commit: see `counts.ts`. */
  count(counter: Counter, by: number): void
  /**
   * Fills a table that is this transaction's own and is gone with it, as fast as the database can. `columns` are those
   * of `create temporary table`, without types that differ between the two: `position integer, key bytes, url text`.
   */
  stage(table: string, columns: string, rows: Iterable<readonly Value[]>): Promise<void>
}

export interface TransactionOptions {
  /** Nothing is written, and everything is read as it is at one moment. */
  readonly readsOnly?: boolean
}

export interface Database extends Session {
  /** What was opened, for messages: a path, or a URL without its password. */
  readonly name: string
  /**
   * All or nothing: once a statement has failed, nothing more is done, and nothing is committed even if the failure was
   * caught. Waits for its turn to write; `work` must not use the database outside of the transaction, and is done again
   * from the beginning where PostgreSQL ends a deadlock.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** The rows one after the other, from one snapshot, without holding all of them. */
  stream<R = Row>(sql: string, values?: readonly Value[]): AsyncIterable<R>
  close(): Promise<void>
}
