import { locatePages } from '@canonist/registry/internal/registry/locate-pages'
import type { RegistryContext } from '@canonist/registry/internal/registry/context'
import { dropFragment } from './fragments.ts'

/**
 * Finds the ids of the pages that URLs lead to; null for a URL that is unknown or invalid.
 *
 * A server never sees the fragment, so health is about the page without it. The keys of some policies have fragments, and then
 * a link with one has a key of its own, under which its page may not be stored.
 */
export async function locateRequestedPages(
  context: RegistryContext,
  urls: readonly string[],
): Promise<(number | null)[]> {
  const found = await locatePages(context, urls)
  const others = urls.flatMap((url, index) => (found[index] === null && url.includes('#') ? [index] : []))
  if (others.length === 0) return found
  const pages = await locatePages(
    context,
    others.map((index) => dropFragment(urls[index] ?? '')),
  )
  for (const [at, index] of others.entries()) found[index] = pages[at] ?? null
  return found
}
