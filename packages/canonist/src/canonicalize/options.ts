import type { Pattern } from '@canonist/core'
import type { Fetcher } from '../resolve/fetcher.ts'
import type { DnsFn, FetchFn, Timeouts } from '../net/exchange.ts'

export interface Known<D> {
  readonly url: string
  readonly data?: D
}

export interface CanonicalizeOptions<D = unknown> {
  /** Requests after the first one. */
  readonly maxRequests?: number | undefined
  readonly maxRedirects?: number | undefined
  /** Whether equal items or equal text prove sameness where bytes differ. */
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
  /** Asked with candidates, best first; the first that is known wins. */
  readonly existsFn?: ((urls: string[]) => Promise<Known<D> | null>) | undefined
  /** A say of the caller's own on every URL before it is requested. */
  readonly verifyFn?: ((url: string) => boolean | Promise<boolean>) | undefined
  readonly hashFn?: ((bytes: Uint8Array) => string | Promise<string>) | undefined
  readonly fetchFn?: FetchFn | undefined
  readonly dnsFn?: DnsFn | undefined
}

const FIVE_MEBIBYTES = 5 * 1024 * 1024

/** The options with every default filled in. */
export type Settled<D> = CanonicalizeOptions<D> & ReturnType<typeof settleOptions<D>>

/** Every default is written here, once; `undefined` means default. */
export function settleOptions<D>(options: CanonicalizeOptions<D>) {
  refuseContradictions(options)
  return {
    ...options,
    maxRequests: wholeNumber('maxRequests', options.maxRequests ?? 3),
    maxRedirects: wholeNumber('maxRedirects', options.maxRedirects ?? 5),
    useSignature: options.useSignature ?? true,
    checkBeforeFetch: options.checkBeforeFetch ?? false,
    preferHttps: options.preferHttps ?? true,
    preferNoWww: options.preferNoWww ?? true,
    stripAllQuery: options.stripAllQuery ?? false,
    temporaryRedirects: options.temporaryRedirects ?? 'follow',
    expect: options.expect ?? 'any',
    maxBytes: wholeNumber('maxBytes', options.maxBytes ?? FIVE_MEBIBYTES),
  } as const
}

/** An option that would silently count for nothing is a mistake of the program. */
function refuseContradictions({ fetcher, fetchFn, dnsFn, timeouts }: CanonicalizeOptions): void {
  if (fetcher === undefined) return
  const idle = Object.entries({ fetchFn, dnsFn, timeouts }).filter(([, value]) => value !== undefined)
  const names = idle.map(([name]) => name).join(', ')
  if (names !== '') throw new TypeError(`${names} beside a fetcher counts for nothing; give it to createFetcher`)
}

function wholeNumber(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new RangeError(`${name} is ${value}; give a whole number from 0`)
}
