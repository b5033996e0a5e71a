import { openCanonist, type Canonist, type CanonistOptions } from '@canonist/server/internal/canonist/open-canonist'
import type { Environment } from './environment.ts'

/** Opens the database that the flags or the environment name, and closes it when `use` is done. */
export async function withCanonist<T>(
  { database, now }: Environment,
  { db }: { readonly db: string | undefined },
  options: CanonistOptions,
  use: (canonist: Canonist) => Promise<T>,
): Promise<T> {
  const canonist = await openCanonist(db ?? database, { now, ...options })
  try {
    return await use(canonist)
  } finally {
    await canonist.close()
  }
}
