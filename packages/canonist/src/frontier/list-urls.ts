import type { ListPart, PartOptions } from '../store/list-part.ts'
import type { FrontierContext } from './context.ts'
import { listUrlKeys, type UrlListFilter } from './sql/list-url-keys.ts'
import { readUrlRows } from './sql/read-urls.ts'
import { toFrontierUrl, type FrontierUrl } from './stream-urls.ts'

export type { UrlListFilter } from './sql/list-url-keys.ts'

/**
 * A part of the queue. URLs are in the order in which their pages became known, and the cursor is the id of the last one; with `q`,
 * they are ordered by host and state.
 */
export async function listUrls(
  { database }: FrontierContext,
  filter: UrlListFilter,
  options: PartOptions,
): Promise<ListPart<FrontierUrl>> {
  const { items, next } = await listUrlKeys(database, filter, options)
  const ids = items.map((key) => Number(key.at(-1)))
  const rows = await readUrlRows(database, ids)
  const byId = new Map(rows.map((row) => [row.page_id, row]))
  return { items: ids.flatMap((id) => byId.get(id) ?? []).map(toFrontierUrl), next }
}
