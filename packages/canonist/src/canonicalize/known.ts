import { untilAborted } from '../net/until-aborted.ts'
import { rank, sortUnique, variantsOf, type Candidate } from './candidates.ts'
import type { Decision } from './decision.ts'
import type { Known } from './options.ts'
import type { Presets } from './presets.ts'

/** The URLs and their cleaner spellings, best first: a hit on any of them needs no request. */
export function spellingsOf(presets: Presets, urls: readonly string[]): Candidate[] {
  return sortUnique(urls.flatMap((url) => variantsOf(url, presets).concat(rank(url, 'response', presets))))
}

/** What the caller's memory knows; it may answer with a URL of its own, which is believed. What it throws is thrown. */
export async function findKnown<D>(
  { settings: { existsFn, signal }, presets, fates }: Decision<D>,
  urls: readonly string[],
): Promise<Known<D> | null> {
  if (existsFn === undefined) return null
  const spellings = spellingsOf(presets, urls)
  const known = await untilAborted(Promise.resolve(existsFn(spellings.map(({ url }) => url))), signal)
  if (known !== null && known !== undefined) fates.consider(spellings, 'untested')
  return known ?? null
}
