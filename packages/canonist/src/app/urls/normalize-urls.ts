import { tryNormalize, type Policy } from '@canonist/core'
import { keyOf } from '../../bulk/key-of.ts'

/** What became of one URL. */
export type NormalizedItem =
  | { readonly input: string; readonly ok: true; readonly url: string; readonly key: string }
  | { readonly input: string; readonly ok: false; readonly code: string; readonly message: string }

/** Normalizes URLs one by one, in their order, as they come. */
export async function* normalizeUrls(
  urls: Iterable<string> | AsyncIterable<string>,
  policy: Policy,
): AsyncGenerator<NormalizedItem> {
  for await (const input of urls) yield normalizeUrl(input, policy)
}

/** @example normalizeUrl('https://EXAMPLE.com/#top', policies.dedupe) // { input, ok: true, url: 'https://example.com/', key } */
export function normalizeUrl(input: string, policy: Policy): NormalizedItem {
  const outcome = tryNormalize(input, policy)
  if (!outcome.ok) return { input, ok: false, code: outcome.code, message: outcome.message }
  return { input, ok: true, url: outcome.url, key: keyOf(outcome.url) }
}
