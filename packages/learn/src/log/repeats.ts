import { foldName, readRawName, splitPairs } from '@canonist/core/internal/url/query-pairs'
import { trackingNames } from '@canonist/core/internal/policy/known-names'
import { groupBy, type SiteUrls } from './site-state.ts'

/** Pairs of fetches of one page, and how many of them agree. */
export interface Repeats {
  readonly pairs: number
  readonly agreeing: number
}

interface Tracked {
  readonly url: number
  /** Its tracking parameters. */
  readonly names: readonly string[]
}

/**
 * Creates a function that counts repeated fetches of a page: those of the same URL, and those of URLs that differ only in
 * tracking parameters. It leaves out parameters that the judged rule would remove, since a rule must not measure its own noise.
 *
 * @param again repeated fetches of the same URL
 */
export function createRepeatCounter(
  { urls, clusters }: SiteUrls,
  again: Repeats,
): (own: ReadonlySet<string>) => Repeats {
  const groups = [...groupTracked(urls).values()].filter(({ length }) => length > 1)
  const known = new Map<string, Repeats>()
  return (own) => {
    const key = [...own].filter((name) => trackingNames.has(name)).join(' ')
    let repeats = known.get(key)
    if (repeats === undefined) known.set(key, (repeats = sumRepeats(groups, clusters, own, again)))
    return repeats
  }
}

/** Groups URLs that are equal without their tracking parameters. */
function groupTracked(urls: readonly string[]): Map<string, Tracked[]> {
  const groups = new Map<string, Tracked[]>()
  const plain: Tracked[] = []
  for (const [url, text] of urls.entries()) {
    const tracked = dropTracking(text)
    if (tracked === null) plain.push({ url, names: [] })
    else groups.set(tracked.rest, [...(groups.get(tracked.rest) ?? []), { url, names: tracked.names }])
  }
  for (const one of plain) groups.get(urls[one.url] ?? '')?.push(one)
  return groups
}

/** Null for a URL without tracking parameters. */
function dropTracking(url: string): { rest: string; names: string[] } | null {
  const start = url.indexOf('?')
  if (start === -1) return null
  const [query = '', fragment] = url.slice(start).split('#', 2)
  const [kept, names]: [string[], string[]] = [[], []]
  for (const pair of splitPairs(query)) {
    const name = foldName(readRawName(pair))
    if (trackingNames.has(name)) names.push(name)
    else kept.push(pair)
  }
  if (names.length === 0) return null
  const rest = url.slice(0, start) + (kept.length > 0 ? `?${kept.join('&')}` : '')
  return { rest: fragment === undefined ? rest : `${rest}#${fragment}`, names }
}

/** @param own parameters of the judged rule: URLs with them are left out */
function sumRepeats(
  groups: readonly (readonly Tracked[])[],
  clusters: Int32Array,
  own: ReadonlySet<string>,
  again: Repeats,
): Repeats {
  const sum = { ...again }
  for (const group of groups) {
    const others = group.filter(({ names }) => !names.some((name) => own.has(name)))
    addRepeats(
      others.map(({ url }) => clusters[url] as number),
      sum,
    )
  }
  return sum
}

/** Adds the share of agreeing pairs among the fetches of a page, once for each fetch after the first. */
export function addRepeats(clusters: readonly number[], repeats: { pairs: number; agreeing: number }): void {
  const known = clusters.length === 1 ? [] : clusters.filter((cluster) => cluster !== -1)
  if (known.length < 2) return
  let agreeing = 0
  for (const { length } of groupBy(known, (cluster) => cluster).values()) agreeing += length * (length - 1)
  repeats.pairs += known.length - 1
  repeats.agreeing += agreeing / known.length
}
