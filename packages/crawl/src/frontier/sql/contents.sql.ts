import type { Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonRows, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { CanonicalUrl } from '@canonist/core/internal/text/stages'

export interface HashedPage {
  readonly id: number
  /** Hex. */
  readonly contentHash: string
}

/**
 * Stores these pages as the first with their content, unless another page has that place. A place can be taken from a page that has
 * changed since or was merged, if it was stored before `youngSince`.
 */
export async function writeContents(
  transaction: Transaction,
  pages: readonly HashedPage[],
  { now, youngSince }: { readonly now: number; readonly youngSince: number },
): Promise<void> {
  const [rows, value] = [selectPages(transaction), formatPages(pages)]
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
    [value, now, youngSince],
  )
}

/** The canonical URLs of other pages that had the same content first, by the id of the page. */
export async function findFirstCopies(
  transaction: Transaction,
  pages: readonly HashedPage[],
): Promise<Map<number, CanonicalUrl>> {
  const copies = await transaction.all<{ readonly id: number; readonly canonical_url: CanonicalUrl }>(
    `select r.id, p.canonical_url from ${selectPages(transaction)} join frontier_contents c on c.content_hash = r.hash
     join pages p on p.id = c.page_id where c.page_id <> r.id`,
    [formatPages(pages)],
  )
  return new Map(copies.map(({ id, canonical_url }) => [id, canonical_url]))
}

const selectPages = ({ dialect }: Transaction): string =>
  selectJsonRows(dialect, '$1', { id: 'integer', hash: 'bytes' }, 'r')

const formatPages = (pages: readonly HashedPage[]): string =>
  toSqlJson(pages.map(({ id, contentHash }) => ({ id, hash: contentHash })))
