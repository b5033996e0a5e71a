import type { Transaction, Value } from './database.ts'

/** A statement and its values. */
export interface Statement {
  readonly sql: string
  readonly values?: readonly Value[] | undefined
}

export interface Upserted {
  readonly rows: number
  /** How many of them are new. */
  readonly made: number
}

interface UpsertRow {
  readonly rows: number
  readonly made: number
}

/**
 * Runs an `insert … on conflict … do update` and counts the new rows. In PostgreSQL an updated row has the id of the updating transaction
 * in `xmax`, and a new row has 0. SQLite has no such mark, but only one writer, so the existing rows can be counted first.
 *
 * @param countKnown for SQLite: a select of the number of existing rows, as `known`
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
