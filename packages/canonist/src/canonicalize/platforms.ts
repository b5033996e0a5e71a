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

export function platformsOfHost(url: string): readonly Platform[] {
  const { hostname } = new URL(url)
  const isBelow = (domain: string): boolean => hostname === domain || hostname.endsWith(`.${domain}`)
  return PLATFORMS.filter(({ domains = [] }) => domains.some(isBelow))
}

/** Those that the document proves and the host of the input did not. */
export function platformsOfDocument(landing: Landing, known: readonly Platform[]): readonly Platform[] {
  const document = landing.content.document()
  const named = document.kind === 'other' ? '' : (document.generator ?? '')
  const generators = named
    .toLowerCase()
    .split(';')
    .map((generator) => generator.trim())
  const isProved = ({ generators: starts = [] }: Platform): boolean =>
    starts.some((start) => generators.some((generator) => generator.startsWith(start)))
  const proved = new Set([...platformsOfHost(landing.url), ...PLATFORMS.filter(isProved)])
  return [...proved].filter((platform) => !known.includes(platform))
}

/** The presets with the plain spellings of the platforms: these are cosmetic there, and candidates of their own. */
export function withPlatforms(presets: Presets, platforms: readonly Platform[]): Presets {
  return platforms.reduce((under, platform) => withPlatform(under, plainSpelling(platform)), presets)
}

function withPlatform(presets: Presets, plain: (url: string) => string): Presets {
  return {
    ...presets,
    variants: (url) => [...presets.variants(plain(url)), ...presets.variants(url)],
    classOf: (url) => presets.classOf(plain(url)),
  }
}

const compiled = new WeakMap<Platform, (url: string) => string>()

/** Compiled when a platform is first met: most calls never meet one. */
function plainSpelling(platform: Platform): (url: string) => string {
  const known = compiled.get(platform)
  if (known !== undefined) return known
  const normalize = createNormalizer(definePolicy({ name: platform.name, ...platform.policy }))
  const plain = (url: string): string => normalize(url) ?? url
  compiled.set(platform, plain)
  return plain
}
