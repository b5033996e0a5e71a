import { guessScheme } from '@canonist/web/internal/canonicalize/feed-schemes'
import { readDocument, type RawDocument } from '@canonist/web/internal/extract/document'
import type { Input } from '@canonist/lists/internal/io/input'
import { createNetFailure } from '@canonist/web/internal/net/errors'
import { isSilence } from '@canonist/web/internal/net/politeness/silence'
import type { Fetcher } from '@canonist/web/internal/resolve/fetcher'
import type { Followed, FollowFailure, FollowOptions } from '@canonist/web/internal/resolve/follow'
import { runUrls, type RunUrlsOptions, type UrlResult } from './run-urls.ts'

/** The result of `follow` without the document, which a long list could not keep. */
export type Resolved = Arrived | FollowFailure

export interface Arrived extends Omit<Followed, 'body'> {
  readonly bodyBytes: number
  /** Where the page sends its reader by itself, and after how many seconds; only where it does. */
  readonly metaRefresh?: { readonly seconds: number; readonly url: string | null }
}

export interface ResolveOptions {
  readonly fetcher: Fetcher
  readonly maxRedirects?: number | undefined
  readonly maxBytes?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Follows the redirects of a URL. A bare host is asked over https, and over http where nothing answers.
 *
 * @example
 * const fetcher = openFetcher()
 * const { ok, url, hops } = await resolveUrl('example.com', { fetcher })
 * await fetcher.close()
 */
export async function resolveUrl(input: string, options: ResolveOptions): Promise<Resolved> {
  const text = input.trim()
  const { text: url, isGuessed } = guessScheme(text) ?? { text, isGuessed: false }
  const first = await follow(url, options)
  if (first.ok || !isGuessed || !isSilence(first.code) || first.hops.length > 0) return first
  const second = await follow(url.replace('https:', 'http:'), options)
  return second.ok || !isSilence(second.code) ? second : first
}

/** The same for lists of URLs; give it a polite fetcher. */
export function resolveUrls(
  inputs: readonly Input[],
  options: ResolveOptions & Pick<RunUrlsOptions<Resolved>, 'concurrency'>,
): AsyncGenerator<UrlResult<Resolved>> {
  return runUrls(inputs, {
    ...options,
    work: (url, signal) => resolveUrl(url, { ...options, signal }),
    refuse: ({ input }) => ({ ...createNetFailure('invalid_url', input), hops: [] }),
  })
}

async function follow(url: string, { fetcher, maxRedirects, maxBytes, signal }: ResolveOptions): Promise<Resolved> {
  const options: FollowOptions = { maxRedirects, maxBytes, allowPort: 'any', overflow: 'cut', signal }
  const result = await fetcher.follow(url, options)
  if (!result.ok) return result
  const { body, ms, ...rest } = result
  return { ...rest, ms: Math.round(ms), bodyBytes: body.length, ...readRefresh(result) }
}

/** A refresh is part of the head. */
const HEAD_BYTES = 262_144

function readRefresh({ url, headers, body }: RawDocument): Pick<Arrived, 'metaRefresh'> {
  const isCut = body.length > HEAD_BYTES
  const document = readDocument({ url, headers, body: body.subarray(0, HEAD_BYTES), isCut })
  if (document.kind !== 'page' || document.metaRefresh === null) return {}
  const { seconds, to } = document.metaRefresh
  return to === null ? {} : { metaRefresh: { seconds, url: to.url } }
}
