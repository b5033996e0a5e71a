import { Buffer } from 'node:buffer'
import { tryNormalize, type Policy } from '@canonist/core'
import type { Line } from '@canonist/registry/internal/registry/ingest/line'
import type { Input } from '@canonist/lists/internal/io/input'
import { readLists } from '../ingest/read-lists.ts'
import { computeKey } from '@canonist/lists/internal/bulk/compute-key'
import { quoteAscii, stringifyAscii } from '@canonist/core/internal/text/ascii-json'

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

/** The same for JSON lines, each an object with a `url`: a list of results whenever there are some. Empty lines are skipped. */
export async function* normalizeRecords(records: Input, policy: Policy): AsyncGenerator<NormalizedItem[]> {
  const ifEmpty = { raw: Buffer.alloc(0), ...describeEmpty(policy) }
  const options = { format: 'jsonl', column: 'url', ifEmpty, onProgress: () => undefined } as const
  for await (const lines of readLists([records], options))
    yield lines.filter((line) => line !== '').map((line) => normalizeLine(line, policy))
}

/** An empty URL gets a result like any other, so that there is one for each line. */
function describeEmpty(policy: Policy): { readonly code: string; readonly message: string } {
  const outcome = tryNormalize('', policy)
  if (outcome.ok) throw new TypeError('an empty text was normalized')
  return { code: outcome.code, message: outcome.message }
}

function normalizeLine(line: Line, policy: Policy): NormalizedItem {
  if (typeof line === 'string') return normalizeUrl(line, policy)
  const { raw, code, message } = line
  return { input: Buffer.from(raw).toString(), ok: false, code, message }
}

/** @example normalizeUrl('https://EXAMPLE.com/#top', policies.dedupe) // { input, ok: true, url: 'https://example.com/', key } */
export function normalizeUrl(input: string, policy: Policy): NormalizedItem {
  const outcome = tryNormalize(input, policy)
  if (!outcome.ok) return { input, ok: false, code: outcome.code, message: outcome.message }
  return { input, ok: true, url: outcome.url, key: computeKey(outcome.url) }
}

/** An item as JSON in ASCII: what `stringifyAscii` writes, in half the time. */
export function formatItem(item: NormalizedItem): string {
  if (!item.ok) return stringifyAscii(item)
  const { input, url, key } = item
  const quoted = quoteAscii(input)
  return `{"input":${quoted},"ok":true,"url":${url === input ? quoted : quoteAscii(url)},"key":"${key}"}`
}
