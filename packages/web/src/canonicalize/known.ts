import { untilAborted } from '../net/until-aborted.ts'
import { rank, sortUnique, listVariants, type Candidate } from './candidates.ts'
import type { Content } from './content.ts'
import type { CanonicalizeContext } from './context.ts'
import type { KnownUrl } from './options.ts'
import type { Presets } from './presets.ts'

/** The URLs and their cleaner spellings, best first: a hit on any of them needs no request. */
export function listSpellings(presets: Presets, urls: readonly string[]): Candidate[] {
  return sortUnique(urls.flatMap((url) => listVariants(url, presets).concat(rank(url, 'response', presets))))
}

/**
 * Asks the caller's `existsFn`. It may return a URL of its own, which is trusted, unless it lacks a credential of the input. Its errors are
 * passed on.
 */
export async function findKnown<D>(
  { settings: { existsFn, signal }, presets, guard, outcomes }: CanonicalizeContext<D>,
  urls: readonly string[],
  content: Content | null,
): Promise<KnownUrl<D> | null> {
  if (existsFn === undefined) return null
  const spellings = listSpellings(presets, urls).filter(({ url }) => guard.mayReplace(url, content))
  const known = await untilAborted(Promise.resolve(existsFn(spellings.map(({ url }) => url))), signal)
  if (known === null || known === undefined || !guard.mayReplace(known.url, content)) return null
  outcomes.consider(spellings, 'untested')
  return known
}
