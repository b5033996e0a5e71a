import type { Session, Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'

/** The pages that were merged into a page. */
export async function findMergedPages(session: Session, id: number): Promise<number[]> {
  const pages = await session.all<{ readonly id: number }>('select id from pages where merged_into = $1', [id])
  return pages.map((page) => page.id)
}

export interface RedirectFailure {
  readonly reason: string | null
  readonly detail: string
  readonly attempts: number
}

export async function failRedirectingUrls(
  transaction: Transaction,
  ids: readonly number[],
  { reason, detail, attempts }: RedirectFailure,
): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = 'dead', reason = $2, detail = $3, attempts = $4, due_at = null
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids), reason, detail, attempts],
  )
}
