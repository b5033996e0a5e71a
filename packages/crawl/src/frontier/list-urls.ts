import { getPageId, listPageKeys } from '@canonist/registry/internal/registry/lists/list-page-ids'
import { readHost } from '@canonist/registry/internal/registry/read-host'
import type { Session } from '@canonist/registry/internal/store/database'
import {
  readLimit,
  toPart,
  type ListKey,
  type ListPart,
  type PartOptions,
} from '@canonist/registry/internal/store/list-part'
import type { FrontierContext } from './context.ts'
import { resolveReasons } from './reasons.ts'
import { isPath, resolveText } from './resolve-text.ts'
import { listUrlKeys, type UrlListFilter } from './sql/url-list.sql.ts'
import { readUrlRows } from './sql/urls.sql.ts'
import { toFrontierUrl, type FrontierUrl } from './stream-urls.ts'

export type { UrlListFilter } from './sql/url-list.sql.ts'

/**
 * A part of the queue. URLs are in the order in which their pages became known, and the cursor is the id of the last one. With the
 * beginning of a host name as `q` they are ordered by host and state, with the beginning of a URL by URL.
 */
export async function listUrls(
  { database }: FrontierContext,
  filter: UrlListFilter,
  options: PartOptions,
): Promise<ListPart<FrontierUrl>> {
  const resolved = resolveText(filter)
  if (resolved === null) return { items: [], next: null }
  if (resolved.q !== undefined && isPath(resolved.q)) return listByUrl(database, resolved, options)
  const { items: keys, next } = await listUrlKeys(database, resolved, options)
  const found = await findUrls(database, keys)
  return { items: found.map(({ url }) => url), next }
}

/** How many pages are looked at for a part if the first ones are too few, so that a rare state is found soon and a request stays short. */
const MAX_PAGES = 200

/** The index of pages by URL does not know the queue, so state and reason are compared row by row. */
async function listByUrl(
  session: Session,
  { q, state, host, ...filter }: UrlListFilter,
  options: PartOptions,
): Promise<ListPart<FrontierUrl>> {
  const reasons = resolveReasons(filter)
  const wantedHost = host === undefined ? undefined : readHost(host)
  const isWanted = ({ url }: FoundUrl): boolean =>
    (state === undefined || url.state === state) &&
    (reasons === undefined || reasons.includes(url.reason ?? '')) &&
    (wantedHost === undefined || url.host === wantedHost)
  const [limit, found] = [readLimit(options), new Array<FoundUrl>()]
  let { after = null } = options
  for (const pages of [limit, MAX_PAGES]) {
    const { items: keys, next } = await listPageKeys(session, { q }, { after, limit: pages })
    found.push(...(await findUrls(session, keys)).filter(isWanted))
    after = next
    if (found.length >= limit || next === null) break
  }
  const { items, next } = toPart(found, limit, ({ key }) => key)
  return { items: items.map(({ url }) => url), next: next ?? after }
}

interface FoundUrl {
  readonly key: ListKey
  readonly url: FrontierUrl
}

async function findUrls(session: Session, keys: readonly ListKey[]): Promise<FoundUrl[]> {
  const rows = await readUrlRows(session, keys.map(getPageId))
  const byId = new Map(rows.map((row) => [row.page_id, row]))
  return keys.flatMap((key) => {
    const row = byId.get(getPageId(key))
    return row === undefined ? [] : [{ key, url: toFrontierUrl(row) }]
  })
}
