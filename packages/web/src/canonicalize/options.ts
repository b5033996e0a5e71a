import type { Pattern } from '@canonist/core'
import type { Fetcher } from '../resolve/fetcher.ts'
import type { DnsFn, FetchFn, Timeouts } from '../net/exchange.ts'

export interface KnownUrl<D> {
  readonly url: string
  readonly data?: D
}

export interface CanonicalizeOptions<D = unknown> {
  /** Requests after the first one. */
  readonly maxRequests?: number | undefined
  readonly maxRedirects?: number | undefined
  /** Whether equal items or equal text prove sameness if bytes differ. */
  readonly useSignature?: boolean | undefined
  /** Whether `existsFn` is asked before anything is fetched. */
  readonly checkBeforeFetch?: boolean | undefined
  readonly preferHttps?: boolean | undefined
  readonly preferNoWww?: boolean | undefined
  /** Whether the URL without its query is a candidate too. */
  readonly stripAllQuery?: boolean | undefined
  /** `keep`: a URL that redirects by 302, 303 or 307 stays the one to remember. */
  readonly temporaryRedirects?: 'follow' | 'keep' | undefined
  readonly expect?: 'any' | 'feed' | 'page' | undefined
  readonly maxBytes?: number | undefined
  readonly timeouts?: Partial<Timeouts> | undefined
  readonly signal?: AbortSignal | undefined
  /** Replaces the built-in list of tracking parameters. */
  readonly trackingParams?: readonly Pattern[] | undefined
  /** Shared by many calls: it keeps connections open. */
  readonly fetcher?: Fetcher | undefined
  /** Called with candidates, best first; the first known one wins. */
  readonly existsFn?: ((urls: string[]) => Promise<KnownUrl<D> | null>) | undefined
  /** The caller's own check of every URL before it is requested. */
  readonly verifyFn?: ((url: string) => boolean | Promise<boolean>) | undefined
  readonly hashFn?: ((bytes: Uint8Array) => string | Promise<string>) | undefined
  readonly fetchFn?: FetchFn | undefined
  readonly dnsFn?: DnsFn | undefined
}

const FIVE_MEBIBYTES = 5 * 1024 * 1024

/** The options with every default filled in. */
export type ResolvedOptions<D> = CanonicalizeOptions<D> & ReturnType<typeof resolveOptions<D>>

/** Fills in every default. `undefined` means default. */
export function resolveOptions<D>(options: CanonicalizeOptions<D>) {
  rejectContradictions(options)
  return {
    ...options,
    maxRequests: checkWholeNumber('maxRequests', options.maxRequests ?? 3),
    maxRedirects: checkWholeNumber('maxRedirects', options.maxRedirects ?? 5),
    useSignature: options.useSignature ?? true,
    checkBeforeFetch: options.checkBeforeFetch ?? false,
    preferHttps: options.preferHttps ?? true,
    preferNoWww: options.preferNoWww ?? true,
    stripAllQuery: options.stripAllQuery ?? false,
    temporaryRedirects: checkWord('temporaryRedirects', options.temporaryRedirects ?? 'follow', ['follow', 'keep']),
    expect: checkWord('expect', options.expect ?? 'any', ['any', 'feed', 'page']),
    maxBytes: checkWholeNumber('maxBytes', options.maxBytes ?? FIVE_MEBIBYTES),
  } as const
}

/** Rejects options that would silently have no effect. */
function rejectContradictions({ fetcher, fetchFn, dnsFn, timeouts }: CanonicalizeOptions): void {
  if (fetcher === undefined) return
  const idle = Object.entries({ fetchFn, dnsFn, timeouts }).filter(([, value]) => value !== undefined)
  const names = idle.map(([name]) => name).join(', ')
  if (names !== '') throw new TypeError(`${names} has no effect beside a fetcher; pass it to createFetcher`)
}

function checkWord<Word extends string>(name: string, value: Word, words: readonly Word[]): Word {
  if (words.includes(value)) return value
  throw new RangeError(
    `${name} is ${JSON.stringify(value)}; give one of ${words.map((word) => `'${word}'`).join(', ')}`,
  )
}

function checkWholeNumber(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new RangeError(`${name} is ${value}; give a whole number from 0`)
}
