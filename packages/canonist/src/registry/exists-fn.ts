import type { KnownUrl } from '../canonicalize/options.ts'
import type { RegistryContext } from './context.ts'
import { locate } from './locate.ts'
import type { KnownPage } from './registry.ts'
import { whileNothingMoves } from './while-nothing-moves.ts'
import { findPageUrl } from './sql/read-pages.ts'
import { hashKeyHex } from './keys.ts'

export function existsFn(context: RegistryContext): (urls: readonly string[]) => Promise<KnownUrl<KnownPage> | null> {
  return (urls) => whileNothingMoves(context.database, () => ask(context, urls))
}

async function ask(context: RegistryContext, urls: readonly string[]): Promise<KnownUrl<KnownPage> | null> {
  const ids = await locate(context, urls)
  const index = ids.findIndex((id) => id !== null)
  const [url, id] = [urls[index], ids[index]]
  if (url === undefined || id === undefined || id === null) return null
  const page = await findPageUrl(context.database, id)
  return page === null ? null : { url, data: { id: page.id, key: hashKeyHex(page.canonicalUrl) } }
}
