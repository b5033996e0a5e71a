import type { ListPart, PartOptions } from '../../store/list-part.ts'
import type { RegistryContext } from '../context.ts'
import type { Page } from '../page-record.ts'
import { readPages } from '../sql/read-pages.ts'
import { listPageIds, type PageListFilter } from './list-page-ids.ts'

/** Lists the pages that are not merged into another one. */
export async function listPages(
  { database }: RegistryContext,
  { verdict, ...filter }: PageListFilter,
  options: PartOptions,
): Promise<ListPart<Page>> {
  const verdicts = verdict === undefined ? undefined : [verdict]
  const { items, next } = await listPageIds(database, { ...filter, verdicts }, options)
  return { items: await readPages(database, items), next }
}
