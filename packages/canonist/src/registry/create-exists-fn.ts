import type { KnownUrl } from '../canonicalize/options.ts'
import type { RegistryContext } from './context.ts'
import { locatePages } from './locate-pages.ts'
import type { KnownPage } from './registry.ts'
import { retryWhileKeysMove } from './retry-while-keys-move.ts'
import { findPageUrl } from './sql/read-pages.ts'
import { hashKeyHex } from './keys.ts'

export function createExistsFn(
  context: RegistryContext,
): (urls: readonly string[]) => Promise<KnownUrl<KnownPage> | null> {
  return (urls) => retryWhileKeysMove(context.database, () => findKnown(context, urls))
}

async function findKnown(context: RegistryContext, urls: readonly string[]): Promise<KnownUrl<KnownPage> | null> {
  const ids = await locatePages(context, urls)
  const index = ids.findIndex((id) => id !== null)
  const [url, id] = [urls[index], ids[index]]
  if (url === undefined || id === undefined || id === null) return null
  const page = await findPageUrl(context.database, id)
  return page === null ? null : { url, data: { id: page.id, key: hashKeyHex(page.canonicalUrl) } }
}
