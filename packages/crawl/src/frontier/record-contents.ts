import { readClock } from '../hosts/sql/shared-clock.sql.ts'
import type { FrontierContext } from './context.ts'
import { HOUR } from '../hosts/settings.ts'
import { findFirstCopies, writeContents, type HashedPage } from './sql/contents.sql.ts'

/** A fetched page and the hash of its content. */
export type PageContent = HashedPage

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
  const copies = await database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    await writeContents(transaction, contents, { now, youngSince: now - YOUNG_MS })
    return findFirstCopies(transaction, contents)
  })
  return contents.map(({ id }) => copies.get(id) ?? null)
}
