import type { Database } from '../../store/database.ts'

const ROWS_AT_ONCE = 20_000

/** Deletes the logs of earlier rekeys: only the last one can be undone. */
export async function deleteOldLogs(database: Database, lastRunId: number): Promise<void> {
  const runs = await database.all<{ readonly id: number }>(`select id from runs where kind = 'rekey' and id < $1`, [
    lastRunId,
  ])
  for (const { id } of runs) {
    while ((await database.run(FORGET_ALIASES, [id, ROWS_AT_ONCE])) > 0) {}
    while ((await database.run(FORGET_PAGES, [id, ROWS_AT_ONCE])) > 0) {}
  }
}

const FORGET_ALIASES = `delete from rekey_aliases where run_id = $1 and (page_id, raw_hash) in
  (select page_id, raw_hash from rekey_aliases where run_id = $1 order by page_id, raw_hash limit $2)`

const FORGET_PAGES = `delete from rekey_pages where run_id = $1 and page_id in
  (select page_id from rekey_pages where run_id = $1 order by page_id limit $2)`
