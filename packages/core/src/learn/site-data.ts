import { clusterContents } from './content-clusters.ts'
import type { Repeats } from './noise.ts'
import type { Claim, SiteRecords } from './site-log.ts'
import { groupBy, type SiteUrls } from './site-state.ts'

/** A site as it is learned from: its URLs in order, the content of each, and how far contents can be trusted. */
export interface SiteData extends SiteUrls {
  readonly repeats: Repeats
  /** Numbers of URLs that showed their content more than once. */
  readonly confirmed: ReadonlySet<number>
  readonly hasSimhash: boolean
  /** Contents of which only the size is known. */
  readonly sizes: ReadonlySet<number>
  readonly claims: readonly Claim[]
}

/** The same for the same records, in whatever order they came. */
export function readSite(log: SiteRecords): SiteData {
  const order = sortRows(log)
  const rows = clusterContents({
    exact: order.map((row) => log.exact[row] as number),
    high: order.map((row) => log.high[row] as number),
    low: order.map((row) => log.low[row] as number),
    hasSimhash: order.map((row) => log.hasSimhash[row] as number),
  })
  const urls: string[] = []
  const clusters: number[] = []
  const repeats = { pairs: 0, agreeing: 0 }
  const confirmed = new Set<number>()
  for (let at = 0; at < order.length;) {
    const url = log.urls[order[at] as number] as string
    let end = at + 1
    while (end < order.length && log.urls[order[end] as number] === url) end++
    const cluster = mostFrequent(rows.subarray(at, end))
    if (end > at + 1 && rows.subarray(at, end).filter((row) => row === cluster).length > 1) confirmed.add(urls.length)
    urls.push(url)
    clusters.push(cluster)
    countRepeats(rows.subarray(at, end), repeats)
    at = end
  }
  const sizes = new Map<number, number>()
  for (const cluster of clusters) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1)
  return {
    site: log.site,
    urls,
    clusters: Int32Array.from(clusters),
    clusterSizes: sizes,
    repeats,
    confirmed,
    hasSimhash: log.hasSimhash.includes(1),
    sizes: new Set(rows.filter((_, at) => log.isSize[order[at] as number] === 1)),
    claims: log.claims.toSorted((a, b) => (a.from === b.from ? compare(a.to, b.to) : compare(a.from, b.from))),
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function sortRows({ urls, exact, high, low }: SiteRecords): number[] {
  const byContent = (a: number, b: number): number =>
    (exact[a] as number) - (exact[b] as number) ||
    (high[a] as number) - (high[b] as number) ||
    (low[a] as number) - (low[b] as number)
  return Array.from(urls, (_, row) => row).toSorted(
    (a, b) => compare(urls[a] as string, urls[b] as string) || byContent(a, b),
  )
}

function mostFrequent(clusters: Int32Array): number {
  if (clusters.length === 1) return clusters[0] as number
  const known = clusters.filter((cluster) => cluster !== -1)
  let [best, most] = [-1, 0]
  for (const [cluster, members] of groupBy(known, (cluster) => cluster)) {
    if (members.length > most) [best, most] = [cluster, members.length]
  }
  return best
}

/** The share of the pairs of fetches that agree, once for each fetch behind the first. */
function countRepeats(clusters: Int32Array, repeats: { pairs: number; agreeing: number }): void {
  const known = clusters.length === 1 ? [] : [...clusters].filter((cluster) => cluster !== -1)
  if (known.length < 2) return
  let agreeing = 0
  for (const { length } of groupBy(known, (cluster) => cluster).values()) agreeing += length * (length - 1)
  repeats.pairs += known.length - 1
  repeats.agreeing += agreeing / known.length
}
