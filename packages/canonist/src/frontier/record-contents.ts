import { readClock } from '../hosts/sql/read-clock.ts'
import type { FrontierContext } from './context.ts'
import { HOUR } from '../hosts/settings.ts'
import { toSqlJson, selectJsonRows } from '../store/json-rows.ts'

/** A fetched page and the hash of its content. */
export interface PageContent {
  readonly id: number
  /** Hex. */
  readonly contentHash: string
}

interface CopyRow {
  readonly id: number
  readonly url: string
}

/** For this long, the result of the first page may not be written yet, so it keeps its place. */
const YOUNG_MS = HOUR

/**
 * Records which page had some content first. Returns for each page the URL of another page with the same content, or null. A page
 * that has changed since, or was merged, loses its place to the next one.
 */
export async function recordContents(
  { database, settings }: FrontierContext,
  contents: readonly PageContent[],
): Promise<(string | null)[]> {
  if (contents.length === 0) return []
  const value = toSqlJson(contents.map(({ id, contentHash }) => ({ id, hash: contentHash })))
  const copies = await database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    const rows = selectJsonRows(transaction.dialect, '$1', { id: 'integer', hash: 'bytes' }, 'r')
    // Remove the previous content of each page, so that there is at most one row per page.
    await transaction.run(
      `delete from frontier_contents where (content_hash, page_id) in (
         select p.content_hash, p.id from ${rows} join pages p on p.id = r.id where p.content_hash <> r.hash)`,
      [value],
    )
    await transaction.run(
      `insert into frontier_contents (content_hash, page_id, noted_at)
       select r.hash, min(r.id), $2 from ${rows} where true group by r.hash order by r.hash
       on conflict (content_hash) do update set page_id = excluded.page_id, noted_at = excluded.noted_at
       where frontier_contents.noted_at < $3 and not exists (select 1 from pages p
         where p.id = frontier_contents.page_id and p.content_hash = excluded.content_hash and p.merged_into is null)`,
      [value, now, now - YOUNG_MS],
    )
    return transaction.all<CopyRow>(
      `select r.id, p.canonical_url as url from ${rows} join frontier_contents c on c.content_hash = r.hash
       join pages p on p.id = c.page_id where c.page_id <> r.id`,
      [value],
    )
  })
  const byId = new Map(copies.map(({ id, url }) => [id, url]))
  return contents.map(({ id }) => byId.get(id) ?? null)
}
