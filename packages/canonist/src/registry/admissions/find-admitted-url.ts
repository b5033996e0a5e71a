import { tryNormalize } from '@canonist/core'
import { computeDedupeKey, removeKeySlash } from '../../admit/dedupe-key.ts'
import { readInput } from '../../admit/read-input.ts'
import type { Session } from '../../store/database.ts'
import type { RegistryContext } from '../context.ts'
import { toRawUrl } from '../spelling.ts'
import { hashShort, toHashBytes } from '../stored-hash.ts'

/** The canonical URL that an original was admitted under, or another that differs as little as admission cares; null where there is none. */
export async function findAdmittedUrl({ database, policies }: RegistryContext, url: string): Promise<string | null> {
  const asOriginal = await findCanonical(database, 'original_hash = $1', toRawUrl(url))
  if (asOriginal !== null) return asOriginal
  const outcome = tryNormalize(readInput(url).text, policies.active)
  if (!outcome.ok) return null
  const key = computeDedupeKey(outcome.url)
  return (
    (await findCanonical(database, 'dedupe_hash = $1', key)) ??
    // A slash that no admission kept means nothing.
    (await findCanonical(database, 'dedupe_hash = $1', removeKeySlash(key)))
  )
}

/** @param where our own text */
async function findCanonical(session: Session, where: string, text: string): Promise<string | null> {
  const [row] = await session.all<{ readonly canonical: string }>(
    `select canonical from admissions where in_force = 1 and canonical is not null and ${where} order by id limit 1`,
    [toHashBytes(hashShort(text))],
  )
  return row?.canonical ?? null
}
