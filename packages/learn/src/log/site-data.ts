import type { AllPages } from './all-pages.ts'
import { clusterContents, NO_CONTENT } from './content-clusters.ts'
import { addRepeats, type Repeats } from './repeats.ts'
import type { Claim, SiteRecords } from './site-log.ts'
import { groupBy, type SiteUrls } from './site-state.ts'

/** The input for learning a site: its URLs in order, the content of each, and how reliable contents are. */
export interface SiteData extends SiteUrls {
  readonly repeats: Repeats
  /** Numbers of the URLs that showed their content in more than one fetch. */
  readonly confirmed: ReadonlySet<number>
  /** Numbers of the URLs that were fetched several times, each time with another content. */
  readonly unsettled: ReadonlySet<number>
  readonly hasSimhash: boolean
  /** The exact content of each URL; `NO_CONTENT` if unknown. */
  readonly exact: Float64Array
  /** 1 for URLs of assets. */
  readonly isAsset: Uint8Array
  /** Contents known only by their size. */
  readonly sizes: ReadonlySet<number>
  readonly claims: readonly Claim[]
  /** Every page of a site that was sampled; null if this is the whole site. */
  readonly all: AllPages | null
}

/** The result does not depend on the order of the records. */
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
  const [exact, isAsset]: [number[], number[]] = [[], []]
  const repeats = { pairs: 0, agreeing: 0 }
  const [confirmed, unsettled] = [new Set<number>(), new Set<number>()]
  const fetches = countFetches(rows)
  for (let at = 0; at < order.length;) {
    const url = log.urls[order[at] as number] as string
    const end = findNextUrl(log.urls, order, at)
    const own = rows.subarray(at, end)
    const cluster = findMostFrequent(own, fetches)
    if (own.length > 1 && cluster !== -1) {
      const isRepeated = own.filter((row) => row === cluster).length > 1
      ;(isRepeated ? confirmed : unsettled).add(urls.length)
    }
    urls.push(url)
    clusters.push(cluster)
    const shown = order[at + Math.max(0, own.indexOf(cluster))] as number
    exact.push(log.exact[shown] ?? NO_CONTENT)
    isAsset.push(log.isAsset[shown] ?? 0)
    if (own.length > 1) addRepeats([...own], repeats)
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
    unsettled,
    hasSimhash: log.hasSimhash.includes(1),
    exact: Float64Array.from(exact),
    isAsset: Uint8Array.from(isAsset),
    sizes: new Set(rows.filter((_, at) => log.isSize[order[at] as number] === 1)),
    all: log.all,
    claims: log.claims.toSorted((a, b) =>
      a.from === b.from ? compareTexts(a.to, b.to) : compareTexts(a.from, b.from),
    ),
  }
}

/** The end of the rows of one URL. Not in the loop that calls it: V8 would discard its code at the end of every inner loop. */
function findNextUrl(urls: readonly string[], order: readonly number[], start: number): number {
  const url = urls[order[start] as number]
  let end = start + 1
  while (end < order.length && urls[order[end] as number] === url) end++
  return end
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function sortRows({ urls, exact, high, low }: SiteRecords): number[] {
  const byContent = (a: number, b: number): number =>
    (exact[a] as number) - (exact[b] as number) ||
    (high[a] as number) - (high[b] as number) ||
    (low[a] as number) - (low[b] as number)
  return Array.from(urls, (_, row) => row).toSorted(
    (a, b) => compareTexts(urls[a] as string, urls[b] as string) || byContent(a, b),
  )
}

function countFetches(clusters: Int32Array): Map<number, number> {
  const counts = new Map<number, number>()
  for (const cluster of clusters) counts.set(cluster, (counts.get(cluster) ?? 0) + 1)
  return counts
}

/** In a draw, the content that more fetches of the site show: noise is seen once. */
function findMostFrequent(clusters: Int32Array, fetches: ReadonlyMap<number, number>): number {
  if (clusters.length === 1) return clusters[0] as number
  const known = clusters.filter((cluster) => cluster !== -1)
  let [best, most] = [-1, 0]
  for (const [cluster, members] of groupBy(known, (cluster) => cluster)) {
    const isMore = members.length === most && (fetches.get(cluster) ?? 0) > (fetches.get(best) ?? 0)
    if (members.length > most || isMore) [best, most] = [cluster, members.length]
  }
  return best
}
