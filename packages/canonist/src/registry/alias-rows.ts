import type { Session } from '../store/database.ts'
import { isoTime } from './page-rows.ts'
import type { Alias, Evidence, Page, PageRecord } from './page-record.ts'

export interface AliasRow {
  readonly raw_url: string
  readonly evidence: string
  readonly fragment: string | null
  readonly first_seen: number
  readonly last_seen: number
  readonly count: number
}

/** Columns of an alias as `aliasOf` reads them, from aliases `a`. */
export const ALIAS_COLUMNS = 'a.raw_url, a.evidence, a.fragment, a.first_seen, a.last_seen, a.count'

export function aliasOf(row: AliasRow): Alias {
  return {
    rawUrl: row.raw_url,
    evidence: row.evidence as Evidence,
    fragment: row.fragment,
    count: row.count,
    firstSeen: isoTime(row.first_seen),
    lastSeen: isoTime(row.last_seen),
  }
}

/** The pages with what leads to them, also by way of pages that were found to be them. */
export async function withAliases(session: Session, pages: readonly Page[]): Promise<PageRecord[]> {
  if (pages.length === 0) return []
  const ids = pages.map(({ id }) => id)
  const list = ids.map((_, index) => `$${index + 1}`).join(', ')
  const rows = await session.all<AliasRow & { readonly root_id: number }>(
    `select coalesce(p.merged_into, p.id) as root_id, ${ALIAS_COLUMNS}
     from pages p join aliases a on a.page_id = p.id
     where p.id in (${list}) or p.merged_into in (${list})
     order by a.first_seen, a.raw_url`,
    ids,
  )
  const byPage = new Map<number, Alias[]>(ids.map((id) => [id, []]))
  for (const row of rows) byPage.get(row.root_id)?.push(aliasOf(row))
  return pages.map((page) => ({ ...page, aliases: byPage.get(page.id) ?? [] }))
}
