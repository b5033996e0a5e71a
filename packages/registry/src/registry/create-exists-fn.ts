import type { KnownUrl } from '@canonist/web/internal/canonicalize/options'
import type { RegistryContext } from './context.ts'
import { locatePages } from './locate-pages.ts'
import type { KnownPage } from './registry.ts'
import { retryWhileKeysMove } from './retry-while-keys-move.ts'
import { findPageUrl } from './sql/pages-read.sql.ts'
import { hashKeyHex } from './keys.ts'

export function createExistsFn(
  context: RegistryContext,
): (urls: readonly string[]) => Promise<KnownUrl<KnownPage> | null> {
  return (urls) => retryWhileKeysMove(context.database, () => findKnown(context, urls))
}

async function findKnown(context: RegistryContext, urls: readonly string[]): Promise<KnownUrl<KnownPage> | null> {
  const id = (await locatePages(context, urls)).find((id) => id !== null)
  const page = id === undefined || id === null ? null : await findPageUrl(context.database, id)
  if (page === null) return null
  // Not the URL that was found: that may be an alias, and recording an alias as the winner would split the page.
  return { url: page.canonicalUrl, data: { id: page.id, key: hashKeyHex(page.canonicalUrl) } }
}
