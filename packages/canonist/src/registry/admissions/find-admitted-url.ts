import { tryNormalize } from '@canonist/core'
import { computeDedupeKey, removeKeySlash } from '../../admit/dedupe-key.ts'
import { readInput } from '../../admit/read-input.ts'
import type { Session } from '../../store/database.ts'
import type { RegistryContext } from '../context.ts'
import { toRawUrl } from '../spelling.ts'
import { hashShort, toHashBytes } from '../stored-hash.ts'

/** Finds the canonical URL that a URL, or one with the same dedupe key, was admitted as; null if there is none. */
export async function findAdmittedUrl({ database, policies }: RegistryContext, url: string): Promise<string | null> {
  const asOriginal = await findCanonical(database, 'original_hash = $1', toRawUrl(url))
  if (asOriginal !== null) return asOriginal
  const outcome = tryNormalize(readInput(url).text, policies.active)
  if (!outcome.ok) return null
  const key = computeDedupeKey(outcome.url)
  return (
    (await findCanonical(database, 'dedupe_hash = $1', key)) ??
    // A trailing slash that no admission kept does not matter.
    (await findCanonical(database, 'dedupe_hash = $1', removeKeySlash(key)))
  )
}

/** @param where our own SQL */
async function findCanonical(session: Session, where: string, text: string): Promise<string | null> {
  const [row] = await session.all<{ readonly canonical: string }>(
    `select canonical from admissions where in_force = 1 and canonical is not null and ${where} order by id limit 1`,
    [toHashBytes(hashShort(text))],
  )
  return row?.canonical ?? null
}
