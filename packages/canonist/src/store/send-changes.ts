import type { Transaction, Value } from './database.ts'

/** A statement that changes rows, with its values. */
export type Change = readonly [sql: string, values: readonly Value[]]

/** In their order, and before whatever is asked next. */
export function sendChanges(transaction: Transaction, changes: readonly Change[]): void {
  for (const [sql, values] of changes) transaction.send(sql, values)
}
