import type { FrontierContext } from './context.ts'
import { readDeadTuples, readOldestXminAge } from './sql/gauges.sql.ts'

/** Old row versions that a PostgreSQL server has not removed yet, and the transaction that prevents it. */
export interface ServerGauges {
  /** Old row versions by table. */
  readonly deadTuples: Readonly<Record<string, number>>
  /** How long the oldest transaction has kept them from being removed; 0 if there is none. */
  readonly oldestXminAgeMs: number
}

/** Null for SQLite, which keeps no old versions. A role sees the transactions of other users only with `pg_monitor`. */
export async function readServerGauges({ database }: FrontierContext): Promise<ServerGauges | null> {
  if (database.dialect === 'sqlite') return null
  return { deadTuples: await readDeadTuples(database), oldestXminAgeMs: await readOldestXminAge(database) }
}
