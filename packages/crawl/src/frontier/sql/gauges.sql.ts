import type { Session } from '@canonist/registry/internal/store/database'

// Only for PostgreSQL: SQLite keeps no old row versions.

/** Old row versions that are not removed yet, by table. */
export async function readDeadTuples(session: Session): Promise<Record<string, number>> {
  const tables = await session.all<{ readonly name: string; readonly dead: number }>(
    `select relname as name, n_dead_tup as dead from pg_stat_user_tables
     where schemaname = current_schema() and starts_with(relname, 'frontier_') order by relname`,
  )
  return Object.fromEntries(tables.map(({ name, dead }) => [name, dead]))
}

/** How long the oldest transaction has kept old row versions from being removed; 0 if there is none. */
export async function readOldestXminAge(session: Session): Promise<number> {
  // Only transactions of this database: those of another do not keep its rows. Vacuum itself does not block vacuum.
  const [oldest] = await session.all<{ readonly age: number | null }>(
    `select floor(max(extract(epoch from clock_timestamp() - since)) * 1000)::bigint as age from (
       select xact_start as since from pg_stat_activity where backend_xmin is not null and pid <> pg_backend_pid()
         and datname = current_database() and backend_type <> 'autovacuum worker'
       union all select prepared from pg_prepared_xacts where database = current_database()
     ) held`,
  )
  return oldest?.age ?? 0
}
