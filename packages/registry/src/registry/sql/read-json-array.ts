import type { Transaction, Value } from '../../store/database.ts'

/** Runs a statement that returns one JSON array as `found`: in SQLite this costs less than a row for each item. */
export async function readJsonArray<T>(transaction: Transaction, sql: string, values: readonly Value[]): Promise<T[]> {
  const [row] = await transaction.all<{ readonly found: string }>(sql, values)
  return JSON.parse(row?.found ?? '[]') as T[]
}
