import { jsonIds, jsonOf } from '../../store/json-rows.ts'
import type { ListPart, PartOptions } from '../../store/list-part.ts'
import type { RegistryContext } from '../context.ts'
import type { Page } from '../page-record.ts'
import { PAGE_COLUMNS, PAGE_TABLES, pageOf, type PageRow } from '../page-rows.ts'
import { listPageIds, type PageListFilter } from './listed-pages.ts'

/** A part of the pages that stand for themselves. */
export async function listPages(
  { database }: RegistryContext,
  { verdict, ...filter }: PageListFilter,
  options: PartOptions,
): Promise<ListPart<Page>> {
  const verdicts = verdict === undefined ? undefined : [verdict]
  const { items, next } = await listPageIds(database, { ...filter, verdicts }, options)
  const rows = await database.all<PageRow>(
    `select ${PAGE_COLUMNS} from ${PAGE_TABLES} where p.id in ${jsonIds(database.dialect, '$1')}`,
    [jsonOf(items)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { items: items.flatMap((id) => byId.get(id) ?? []).map(pageOf), next }
}
