import { createNormalizer, definePolicy } from '@canonist/core'
import type { Landing } from './landing.ts'
import { blogger } from './platforms/blogger.ts'
import { feedburner } from './platforms/feedburner.ts'
import { mediawiki } from './platforms/mediawiki.ts'
import { medium } from './platforms/medium.ts'
import type { Platform } from './platforms/platform.ts'
import { wordpress } from './platforms/wordpress.ts'
import type { Presets } from './presets.ts'

export const PLATFORMS: readonly Platform[] = [blogger, feedburner, mediawiki, medium, wordpress]

/** The platforms that a URL alone reveals: by its host, or by a form that no other platform has. */
export function findUrlPlatforms(url: string): readonly Platform[] {
  const { hostname } = new URL(url)
  const isBelow = (domain: string): boolean => hostname === domain || hostname.endsWith(`.${domain}`)
  return PLATFORMS.filter(({ domains = [], urls }) => domains.some(isBelow) || urls?.test(url) === true)
}

/** The platforms that a response reveals: by its URL, its declared URL, or its generator. */
export function findLandingPlatforms(landing: Landing): readonly Platform[] {
  const document = landing.content.document()
  if (document.kind === 'other') return findUrlPlatforms(landing.url)
  const generators = (document.generator ?? '')
    .toLowerCase()
    .split(';')
    .map((generator) => generator.trim())
  const isNamed = ({ generators: starts = [] }: Platform): boolean =>
    starts.some((start) => generators.some((generator) => generator.startsWith(start)))
  const declared = document.kind === 'feed' ? document.selfs : document.canonicals
  const isDeclared = ({ urls }: Platform): boolean => declared.some(({ url }) => url !== null && urls?.test(url))
  return [
    ...findUrlPlatforms(landing.url),
    ...PLATFORMS.filter((platform) => isNamed(platform) || isDeclared(platform)),
  ]
}

/** The presets with the plain spellings of the platforms: these are cosmetic there, and candidates of their own. */
export function addPlatforms(presets: Presets, platforms: readonly Platform[]): Presets {
  return [...new Set(platforms)].reduce((under, platform) => addPlatform(under, getPlainSpelling(platform)), presets)
}

const rfc3986 = createNormalizer('rfc3986')

/** The spelling that every platform's policy begins with, so that an escape such as `%7E` is not a form of a platform. */
const respell = (url: string): string => rfc3986(url) ?? url

function addPlatform(presets: Presets, rewrite: (url: string) => string): Presets {
  const plain = (url: string): string => rewrite(presets.removeTracking(url))
  return {
    ...presets,
    variants: (url) => [...presets.variants(plain(url)), ...presets.variants(url)],
    getClass: (url) => presets.getClass(plain(url)),
    getCosmeticClass: (url) => presets.getCosmeticClass(plain(url)),
    isPlain: (url) => presets.isPlain(url) && rewrite(url) === respell(url),
  }
}

const compiled = new WeakMap<Platform, (url: string) => string>()

/** Compiled when a platform is first needed: most calls never need one. */
function getPlainSpelling(platform: Platform): (url: string) => string {
  const known = compiled.get(platform)
  if (known !== undefined) return known
  const normalize = createNormalizer(definePolicy({ name: platform.name, ...platform.policy }))
  const plain = (url: string): string => normalize(url) ?? url
  compiled.set(platform, plain)
  return plain
}
