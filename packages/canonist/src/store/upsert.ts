import type { Transaction, Value } from './database.ts'

/** A statement with its values. */
export interface Statement {
  readonly sql: string
  readonly values?: readonly Value[] | undefined
}

export interface Upserted {
  readonly rows: number
  /** How many of them were not there before. */
  readonly made: number
}

interface UpsertRow {
  readonly rows: number
  readonly made: number
}

/**
 * Runs an `insert … on conflict … do update` and tells how many rows are new. A row that PostgreSQL has updated carries the number
 * of the transaction that did so (`xmax`), a new one does not. SQLite tells no difference; but it has one writer, so that rows
 * can be counted before.
 *
 * @param countKnown for SQLite: how many of the rows are there already, as `known`
 */
export async function upsert(
  transaction: Transaction,
  { sql, values }: Statement,
  countKnown: Statement,
): Promise<Upserted> {
  if (transaction.dialect === 'postgres') {
    const [row] = await transaction.all<UpsertRow>(
      `with written as (${sql} returning (xmax = 0) as is_new)
       select count(*) as rows, count(*) filter (where is_new) as made from written`,
      values,
    )
    return row ?? { rows: 0, made: 0 }
  }
  const [row] = await transaction.all<{ readonly known: number }>(countKnown.sql, countKnown.values)
  const rows = await transaction.run(sql, values)
  return { rows, made: rows - (row?.known ?? 0) }
}
