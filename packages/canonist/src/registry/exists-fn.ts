import { urlHash } from '@canonist/core'
import type { Known } from '../canonicalize/options.ts'
import type { RegistryContext } from './context.ts'
import { STANDING_PAGE } from './find.ts'
import { locate } from './locate.ts'
import type { KnownPage } from './registry.ts'
import { whileNothingMoves } from './while-nothing-moves.ts'

export function existsFn(context: RegistryContext): (urls: readonly string[]) => Promise<Known<KnownPage> | null> {
  return (urls) => whileNothingMoves(context.database, () => ask(context, urls))
}

async function ask(context: RegistryContext, urls: readonly string[]): Promise<Known<KnownPage> | null> {
  const ids = await locate(context, urls)
  const index = ids.findIndex((id) => id !== null)
  const [url, id] = [urls[index], ids[index]]
  if (url === undefined || id === undefined || id === null) return null
  // Not the whole page: it may have any number of aliases.
  const [page] = await context.database.all<{ readonly id: number; readonly canonical_url: string }>(
    `select p.id, p.canonical_url from pages p where ${STANDING_PAGE}`,
    [id],
  )
  return page === undefined ? null : { url, data: { id: page.id, key: urlHash(page.canonical_url) } }
}
