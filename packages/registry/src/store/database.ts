/** A value of a column. Times are milliseconds since 1970; integers up to 2^53 are numbers. */
export type Value = string | number | Uint8Array | null

export type Row = Readonly<Record<string, Value>>

/**
 * Runs SQL: the database, or one transaction of it. Statements are written once for both databases, with `$1`, `$2` for values. Use
 * `dialect` only for syntax that one of them lacks.
 */
export interface Session {
  readonly dialect: Dialect
  /** Inside a transaction, concurrent calls are sent without waiting for each other and answered in order. */
  all<R = Row>(sql: string, values?: readonly Value[]): Promise<R[]>
  /** Returns how many rows were changed. */
  run(sql: string, values?: readonly Value[]): Promise<number>
}

/** Identifies a stored count: of the whole registry, or of one host. */
export interface Counter {
  /** Such as `pages`. */
  readonly subject: string
  /** A kind of the subject, such as a link type; empty if it has none. */
  readonly name: string
  /** Omit it for all hosts together. */
  readonly hostId?: number | undefined
}

export type Dialect = 'sqlite' | 'postgres'

export interface Transaction extends Session {
  /**
   * Like `run`, without a result: the statement shares a round trip with the following ones, the commit included, because a round trip
   * costs more than most statements. If it fails, the transaction is rolled back.
   */
  send(sql: string, values?: readonly Value[]): void
  /** Changes a stored count; written just before the commit. See `sql/write-counts.ts`. */
  count(counter: Counter, by: number): void
  /**
   * Creates and fills a temporary table that ends with the transaction, as fast as the database can. `columns` are written as for
   * `create table`, with the types `integer`, `text` and `bytes`: `position integer, key bytes, url text`.
   */
  stage(table: string, columns: string, rows: Iterable<readonly Value[]>): Promise<void>
  /** Inserts rows into a table that stays, as fast as the database can. `columns` are names: `page_id, raw_url`. */
  insert(table: string, columns: string, rows: Iterable<readonly Value[]>): Promise<void>
}

/** A connection of its own that receives the notifications of one channel. */
export interface Listener extends Pick<Session, 'all'> {
  /** False once the connection was closed or lost. It never comes back: open another listener. */
  readonly isOpen: boolean
  close(): Promise<void>
}

export interface ListenOptions {
  readonly channel: string
  readonly onNotification: (payload: string) => void
  /** Called once when the connection is lost. */
  readonly onLost: () => void
}

export interface TransactionOptions {
  /** Reads everything from one snapshot, and must not write. */
  readonly readsOnly?: boolean
  /** Expects to write thousands of rows. SQLite then takes more memory and moves its log into the file less often. */
  readonly isBulk?: boolean
}

export interface Database extends Session {
  /** The location, for messages: a path, or a URL without its password. */
  readonly name: string
  /**
   * Runs `work` in a transaction: all of it or nothing. After a statement has failed, no other runs and nothing is committed, even if the
   * caller caught the error. `work` must not use the database outside the transaction, and must have no other side effects: it runs again
   * from the start when PostgreSQL resolves a deadlock.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Yields rows one by one from one snapshot, without loading all of them. */
  stream<R = Row>(sql: string, values?: readonly Value[]): AsyncIterable<R>
  /** Opens a listener. Absent on SQLite, where a process cannot notify another. */
  readonly listen?: ((options: ListenOptions) => Promise<Listener>) | undefined
  close(): Promise<void>
}
