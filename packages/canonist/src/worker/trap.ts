/** Longer ones are hardly ever written by people; it is what a site makes of its own links. */
const LONGEST = 1024
const MOST_SEGMENTS = 20
const MOST_REPEATS = 3
const MOST_PAIRS = 20

/**
 * Whether a URL that was found looks as if the site made up URLs without end: too long, too deep, or the same piece again
 * and again, as relative links do that are resolved on pages they do not belong to.
 */
export function isTrap(url: string): boolean {
  if (url.length > LONGEST) return true
  const { pathname, search } = new URL(url)
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const names = search.slice(1).split('&').flatMap(nameOf)
  return segments.length > MOST_SEGMENTS || names.length > MOST_PAIRS || isRepetitive(segments) || isRepetitive(names)
}

const nameOf = (pair: string): string[] => (pair === '' ? [] : [pair.replace(/=.*$/s, '')])

function isRepetitive(pieces: readonly string[]): boolean {
  const counts = new Map<string, number>()
  for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  return [...counts.values()].some((count) => count > MOST_REPEATS)
}
