/** Where a URL comes from, the most trusted first. */
const ORIGINS = ['declared', 'response', 'variant'] as const

export type Origin = (typeof ORIGINS)[number]

export interface Ranked {
  readonly url: string
  readonly score: number
  /** Whether this is the platform's own form. */
  readonly isPlain: boolean
  readonly origin: Origin
}

/** The better one first: the platform's own form, then the score, the shorter one, the origin, and code units, so that no two are equal. */
export function compareRank(a: Ranked, b: Ranked): number {
  return (
    Number(b.isPlain) - Number(a.isPlain) ||
    b.score - a.score ||
    a.url.length - b.url.length ||
    ORIGINS.indexOf(a.origin) - ORIGINS.indexOf(b.origin) ||
    (a.url < b.url ? -1 : a.url > b.url ? 1 : 0)
  )
}

export const isBetter = (a: Ranked, b: Ranked): boolean => a.url !== b.url && compareRank(a, b) < 0

const isHttps = (url: string): boolean => url.startsWith('https:')

/** Whether https would replace http. */
export const raisesScheme = (from: string, to: string): boolean => !isHttps(from) && isHttps(to)

/** Whether http would replace https. */
export const lowersScheme = (from: string, to: string): boolean => raisesScheme(to, from)
