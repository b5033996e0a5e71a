import type { RegistryContext } from './context.ts'
import { toKey } from './canonical-url.ts'
import { findPageIds } from './sql/pages-read.sql.ts'
import { splitIntoChunks } from '@canonist/core/internal/text/chunks'
import type { KeyText } from '@canonist/core/internal/text/stages'

/** Limits the size of a statement and its result. */
const KEYS_AT_ONCE = 1000

/**
 * Finds the ids of the pages that URLs lead to; null for a URL that is unknown or invalid.
 *
 * @param asThemselves return merged pages themselves instead of the pages they were merged into
 */
export async function locatePages(
  { database, policies }: RegistryContext,
  urls: readonly string[],
  asThemselves = false,
): Promise<(number | null)[]> {
  const stored = await policies.read(database)
  // Throws if the keys were made by rules that this build does not have.
  void policies.active
  const found: (number | null)[] = urls.map(() => null)
  for (const { id, policy } of stored) {
    const keys = urls.map((url) => toKey(url, policy))
    const pages = new Map<KeyText, number>()
    for (const some of splitIntoChunks(keys, KEYS_AT_ONCE)) {
      for (const [key, page] of await findPageIds(database, id, some, asThemselves)) pages.set(key, page)
    }
    for (const [index, key] of keys.entries()) found[index] ??= key === null ? null : (pages.get(key) ?? null)
    if (!found.includes(null)) break
  }
  return found
}
