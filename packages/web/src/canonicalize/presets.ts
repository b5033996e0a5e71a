import { cleanliness, createNormalizer, definePolicy, type PolicyName } from '@canonist/core'
import { isIP } from 'node:net'
import { findRegistrableDomain } from '../net/gate/registrable-domain.ts'
import type { ResolvedOptions } from './options.ts'

/** How much of a URL a candidate removes. */
export type Preset = 'aggressive' | 'moderate' | 'conservative' | 'strip_all_query'

export interface Variant {
  readonly url: string
  readonly preset: Preset | null
}

/** What the options make of URLs: their cleaner variants, the class they belong to and their score. */
export interface Presets {
  /** Every cleaner spelling of a URL, and its https form if it may have one; not sorted. */
  variants(url: string): readonly Variant[]
  /** The same URL over https, if that may be requested. */
  httpsTwin(url: string): readonly string[]
  /** Equal for URLs that differ only cosmetically: in scheme, www, slashes, escapes and tracking. */
  getClass(url: string): string
  /** The same without the options: a query that `stripAllQuery` drops may select another document. */
  getCosmeticClass(url: string): string
  /** Without its tracking parameters, and otherwise spelled as it is. */
  removeTracking(url: string): string
  score(url: string): number
  /** Whether this is the platform's own form, which beats every other of its class, whatever the score. */
  isPlain(url: string): boolean
}

type Options = Pick<ResolvedOptions<never>, 'preferHttps' | 'preferNoWww' | 'stripAllQuery' | 'trackingParams'>

export function createPresets(options: Options): Presets {
  const moderate = createPresetNormalizer('feed-moderate', options)
  const withoutWww = createPresetNormalizer('feed-aggressive', options)
  const aggressive = (url: string): string => (mayDropWww(url) ? withoutWww(url) : moderate(url))
  const makers: readonly (readonly [Preset, (url: string) => string])[] = [
    ...(options.stripAllQuery ? [['strip_all_query', (url: string) => aggressive(dropQuery(url))] as const] : []),
    ...(options.preferNoWww ? [['aggressive', aggressive] as const] : []),
    ['moderate', moderate],
    ['conservative', createPresetNormalizer('feed-conservative', options)],
  ]
  const preferences = {
    https: options.preferHttps,
    noWww: options.preferNoWww,
    ...(options.trackingParams === undefined ? {} : { tracking: options.trackingParams }),
  }

  const getCosmeticClass = (url: string): string => aggressive(url).replace(/^https?:/, '')
  const listTwins = (url: string): readonly string[] => (options.preferHttps ? listHttpsTwins(url) : [])

  return {
    variants(url) {
      const variants = makers.map(([preset, make]) => ({ url: make(url), preset }))
      const twins = variants.flatMap(({ url, preset }) => listTwins(url).map((twin) => ({ url: twin, preset })))
      return [...variants, ...twins]
    },
    httpsTwin: listTwins,
    getClass: (url) => getCosmeticClass(options.stripAllQuery ? dropQuery(url) : url),
    getCosmeticClass,
    removeTracking: createTrackingRemover(options),
    score: (url) => cleanliness(url, preferences),
    isPlain: () => true,
  }
}

/** Without its www, `www.gov.uk` is a public suffix: it belongs to a registry and serves nothing, or something else. */
function mayDropWww(url: string): boolean {
  const { hostname } = new URL(url)
  const rest = hostname.replace(/^(?:www\.)+/, '')
  return rest === hostname || findRegistrableDomain(rest) !== null
}

/** None for an explicit port, which has no TLS, and for an address, which has no certificate. */
export function listHttpsTwins(url: string): readonly string[] {
  const { protocol, port, hostname } = new URL(url)
  const mayHave = protocol === 'http:' && port === '' && isIP(hostname.replace(/[[\]]/g, '')) === 0
  return mayHave ? [url.replace('http:', 'https:')] : []
}

const dropQuery = (url: string): string => url.replace(/\?.*$/, '')

/** A built-in preset, with the caller's list of tracking parameters if there is one. */
function createPresetNormalizer(policy: PolicyName, { trackingParams }: Options): (url: string) => string {
  const normalize = createNormalizer(
    trackingParams === undefined
      ? policy
      : definePolicy({
          name: `own-${policy}`,
          extends: policy,
          query: { tracking: 'none', strip: [...trackingParams], empty: 'strip' },
        }),
  )
  return (url) => normalize(url) ?? url
}

/** Pair by pair, so that no other rule interferes: the conservative preset drops a pair if and only if it is tracking. */
function createTrackingRemover(options: Options): (url: string) => string {
  const conservative = createPresetNormalizer('feed-conservative', options)
  const isTracking = (pair: string): boolean => pair !== '' && !conservative(`https://e.com/?${pair}`).includes('?')
  return (url) => {
    const [front = '', query] = url.split(/\?(.*)/s)
    if (query === undefined) return url
    const kept = query.split('&').filter((pair) => !isTracking(pair))
    return kept.length === 0 ? front : `${front}?${kept.join('&')}`
  }
}
