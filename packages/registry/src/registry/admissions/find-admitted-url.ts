import { tryNormalize } from '@canonist/core'
import { computeDedupeKey, removeKeySlash } from '@canonist/web/internal/admit/dedupe-key'
import { readInput } from '@canonist/web/internal/admit/read-input'
import type { RegistryContext } from '../context.ts'
import { toRawUrl } from '../spelling.ts'
import { findCanonical } from '../sql/admissions-read.sql.ts'

/** Finds the canonical URL that a URL, or one with the same dedupe key, was admitted as; null if there is none. */
export async function findAdmittedUrl({ database, policies }: RegistryContext, url: string): Promise<string | null> {
  const asOriginal = await findCanonical(database, { original: toRawUrl(url) })
  if (asOriginal !== null) return asOriginal
  const outcome = tryNormalize(readInput(url).text, policies.active)
  if (!outcome.ok) return null
  const dedupeKey = computeDedupeKey(outcome.url)
  return (
    (await findCanonical(database, { dedupeKey })) ??
    // A trailing slash that no admission kept does not matter.
    (await findCanonical(database, { dedupeKey: removeKeySlash(dedupeKey) }))
  )
}
