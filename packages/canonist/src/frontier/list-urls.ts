import { listPageIds } from '../registry/lists/list-page-ids.ts'
import { readHost } from '../registry/read-host.ts'
import type { Session } from '../store/database.ts'
import type { ListPart, PartOptions } from '../store/list-part.ts'
import type { FrontierContext } from './context.ts'
import { listUrlKeys, type UrlListFilter } from './sql/list-url-keys.ts'
import { readUrlRows } from './sql/read-urls.ts'
import { toFrontierUrl, type FrontierUrl } from './stream-urls.ts'

export type { UrlListFilter } from './sql/list-url-keys.ts'

/**
 * A part of the queue. URLs are in the order in which their pages became known, and the cursor is the id of the last one. With the
 * beginning of a host name as `q` they are ordered by host and state, with the beginning of a URL by URL.
 */
export async function listUrls(
  { database }: FrontierContext,
  filter: UrlListFilter,
  options: PartOptions,
): Promise<ListPart<FrontierUrl>> {
  const q = filter.q?.replace(/^https?:\/\//i, '')
  if (q?.includes('/') === true) return listByUrl(database, { ...filter, q }, options)
  const { items, next } = await listUrlKeys(database, { ...filter, q }, options)
  return {
    items: await readUrls(
      database,
      items.map((key) => Number(key.at(-1))),
    ),
    next,
  }
}

/** How many parts without a match are read for one that may have some, so that a rare state is found soon and a request stays short. */
const MAX_PARTS = 20

/** The index of pages by URL does not know the queue, so state and reason are compared row by row. */
async function listByUrl(
  session: Session,
  { q, state, reason, host }: UrlListFilter,
  options: PartOptions,
): Promise<ListPart<FrontierUrl>> {
  const wantedHost = host === undefined ? undefined : readHost(host)
  const isWanted = (url: FrontierUrl): boolean =>
    (state === undefined || url.state === state) &&
    (reason === undefined || url.reason === reason) &&
    (wantedHost === undefined || url.host === wantedHost)
  let { after } = options
  for (let part = 1; ; part += 1) {
    const { items: ids, next } = await listPageIds(session, { q }, { ...options, after })
    const items = (await readUrls(session, ids)).filter(isWanted)
    if (items.length > 0 || next === null || part === MAX_PARTS) return { items, next }
    after = next
  }
}

async function readUrls(session: Session, ids: readonly number[]): Promise<FrontierUrl[]> {
  const rows = await readUrlRows(session, ids)
  const byId = new Map(rows.map((row) => [row.page_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toFrontierUrl)
}
