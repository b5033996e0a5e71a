import type { PolicySpec } from '@canonist/core'
import { chance, pick, randomPair, randomPath, type Random } from './random-url.ts'

const FILLERS = ['a', 'x-1', '12', 'Docs', 'index.html', '', 'a/b', '%41', 'q=1', 'b?c=d', '..']

/** Text that a rewrite template or a simple expression matches, in most cases. */
function textFor(match: string, random: Random): string {
  return match
    .replace(/^\^|\$$/g, '')
    .replace(/#[1-9]|\(\[0-9\]\+\)/g, () => String(random(1000)))
    .replace(/\$[1-9*]|\*|\(\[a-z\]\+\)|\(\.\*\)/g, () => pick(FILLERS, random))
    .replace(/\(\?:([^|)]*)[^)]*\)/g, '$1')
    .replaceAll('\\', '')
}

/** A URL that lies in one of the policy's sections, or that one of its rewrites matches. */
export function urlUnder({ sites = {}, rewrites, defaultScheme }: PolicySpec, random: Random): string {
  const [domain, site] = pick([...Object.entries(sites), ['e.com', {}] as const], random)
  const host = chance(3, random) ? `www.${domain}` : domain
  const [prefix, section] = pick([...Object.entries(site.paths ?? {}), ['', {}] as const], random)
  const matches = [section, site, { rewrites }].flatMap((fields) => fields.rewrites ?? []).map(({ match }) => match)
  const scheme = pick(['https:', 'http:'], random)
  if (matches.length > 0 && chance(2, random)) {
    const text = textFor(pick(matches, random), random)
    return text.startsWith('//') ? scheme + text : `${scheme}//${host}${text}`
  }
  const query = chance(2, random) ? '' : `?${randomPair(random)}&${randomPair(random)}`
  const rest = `${host}${prefix}${randomPath(random)}${query}`
  // Only where it is set: for every other policy the cases stay what they were.
  if (defaultScheme !== undefined && chance(3, random)) return pick(['//', ''], random) + rest
  return `${scheme}//${rest}`
}
