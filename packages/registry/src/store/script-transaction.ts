import type { Database, Transaction, TransactionOptions } from './database.ts'

/** A transaction that can also run a file of statements. */
export interface ScriptTransaction extends Transaction {
  script(sql: string): Promise<void>
}

/** A database whose schema can be migrated. */
export interface Migratable extends Database {
  transaction<T>(work: (transaction: ScriptTransaction) => Promise<T>, options?: TransactionOptions): Promise<T>
}
