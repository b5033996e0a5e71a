import type { FrontierContext } from './context.ts'

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
  const tables = await database.all<{ readonly name: string; readonly dead: number }>(DEAD_TUPLES)
  const [oldest] = await database.all<{ readonly age: number | null }>(OLDEST_XMIN)
  return {
    deadTuples: Object.fromEntries(tables.map(({ name, dead }) => [name, dead])),
    oldestXminAgeMs: oldest?.age ?? 0,
  }
}

const DEAD_TUPLES = `select relname as name, n_dead_tup as dead from pg_stat_user_tables
  where schemaname = current_schema() and starts_with(relname, 'frontier_') order by relname`

// Only transactions of this database: those of another do not keep its rows. Vacuum itself does not block vacuum.
const OLDEST_XMIN = `select floor(max(extract(epoch from clock_timestamp() - since)) * 1000)::bigint as age from (
    select xact_start as since from pg_stat_activity where backend_xmin is not null and pid <> pg_backend_pid()
      and datname = current_database() and backend_type <> 'autovacuum worker'
    union all select prepared from pg_prepared_xacts where database = current_database()
  ) held`
