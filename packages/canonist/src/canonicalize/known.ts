import { rank, sortUnique, variantsOf, type Candidate } from './candidates.ts'
import type { Known, Settled } from './options.ts'
import type { Presets } from './presets.ts'

/** The URLs and their cleaner spellings, best first: a hit on any of them needs no request. */
export function trustedUrls(presets: Presets, urls: readonly string[]): string[] {
  const candidates: Candidate[] = urls.flatMap((url) => [...variantsOf(url, presets), rank(url, 'response', presets)])
  return sortUnique(candidates).map(({ url }) => url)
}

/** What the caller's memory knows; it may answer with a URL of its own, which is believed. What it throws is thrown. */
export async function findKnown<D>({ existsFn }: Settled<D>, urls: string[]): Promise<Known<D> | null> {
  return existsFn === undefined ? null : ((await existsFn(urls)) ?? null)
}
