import type { Transaction, Value } from './database.ts'

/** A statement that changes rows, and its values. */
export type Change = readonly [sql: string, values: readonly Value[]]

/** Sends the statements in this order, before any later statement of the transaction. */
export function sendChanges(transaction: Transaction, changes: readonly Change[]): void {
  for (const [sql, values] of changes) transaction.send(sql, values)
}
