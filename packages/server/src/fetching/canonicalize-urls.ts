import { canonicalize } from '@canonist/web/internal/canonicalize/canonicalize'
import type { CanonicalizeOptions } from '@canonist/web/internal/canonicalize/options'
import type { CanonicalizeResult } from '@canonist/web/internal/canonicalize/result'
import type { Input } from '@canonist/lists/internal/io/input'
import type { RejectedLine } from '@canonist/lists/internal/io/line-outcome'
import type { Fetcher } from '@canonist/web/internal/resolve/fetcher'
import { runUrls, type UrlResult } from './run-urls.ts'

export type { CanonicalizeOptions } from '@canonist/web/internal/canonicalize/options'
export type {
  Attempt,
  Canonicalized,
  CanonicalizeResult,
  AttemptOutcome,
  CanonicalizeReason,
  CanonicalizeWarning,
} from '@canonist/web/internal/canonicalize/result'

export interface CanonicalizeUrlsOptions extends Omit<
  CanonicalizeOptions,
  'fetcher' | 'fetchFn' | 'dnsFn' | 'timeouts'
> {
  /** A polite one. */
  readonly fetcher: Fetcher
  readonly concurrency?: number | undefined
}

/**
 * `canonicalize` for lists of URLs.
 *
 * @example
 * const fetcher = openPoliteFetcher()
 * for await (const { input, result } of canonicalizeUrls([await openInputFile('feeds.txt')], { fetcher })) console.log(input, result)
 * await fetcher.close()
 */
export function canonicalizeUrls(
  inputs: readonly Input[],
  { concurrency, signal: stop, ...options }: CanonicalizeUrlsOptions,
): AsyncGenerator<UrlResult<CanonicalizeResult>> {
  const work = (url: string, signal: AbortSignal): Promise<CanonicalizeResult> =>
    canonicalize(url, { ...options, signal })
  return runUrls(inputs, { concurrency, signal: stop, work, refuse })
}

function refuse({ message, input }: RejectedLine): CanonicalizeResult {
  const nothing = { requests: 0, hops: 0, warnings: [], attempts: [] }
  return { ok: false, error: 'invalid_url', message, inputUrl: input, ...nothing }
}
