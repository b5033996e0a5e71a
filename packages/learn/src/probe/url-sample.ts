import { createHash } from 'node:crypto'
import type { CrawlRecord } from '../log/types.ts'

const MAX_PER_SITE = 4000
const MAX_IN_ALL = 400_000

/** A sample of the URLs of each site to try rules on. It does not depend on the order of the URLs. */
export class UrlSample {
  readonly #findSite: (host: string) => string
  readonly #sites = new Map<string, Map<string, string>>()
  #maxPerSite = MAX_PER_SITE
  #size = 0

  constructor(findSite: (host: string) => string) {
    this.#findSite = findSite
  }

  /** Passes records through, and adds URLs that lead to pages to the sample. */
  async *observe(records: AsyncIterable<CrawlRecord>): AsyncGenerator<CrawlRecord> {
    for await (const record of records) {
      if (leadsToPage(record)) this.add(record.url)
      yield record
    }
  }

  /** In an order that does not depend on the site. */
  listUrls(site: string): string[] {
    return sortByHash(this.#sites.get(site) ?? new Map<string, string>())
  }

  add(url: string): void {
    const host = URL.parse(url)?.host
    if (host === undefined) return
    const site = this.#findSite(host)
    const urls = this.#sites.get(site) ?? new Map<string, string>()
    this.#sites.set(site, urls)
    if (urls.has(url)) return
    urls.set(url, createHash('sha1').update(url).digest('base64'))
    this.#size += 1
    if (urls.size > this.#maxPerSite * 2) this.#thin(urls)
    if (this.#size > MAX_IN_ALL) this.#thinAll()
  }

  #thinAll(): void {
    this.#maxPerSite = Math.ceil(this.#maxPerSite / 2)
    for (const urls of this.#sites.values()) this.#thin(urls)
  }

  #thin(urls: Map<string, string>): void {
    const dropped = sortByHash(urls).slice(this.#maxPerSite)
    for (const url of dropped) urls.delete(url)
    this.#size -= dropped.length
  }
}

/** Whether a URL leads to a page, directly or by a redirect: rules that only redirects suggest are tried on these. */
const leadsToPage = ({ status, redirect }: CrawlRecord): boolean =>
  redirect !== undefined || status === undefined || status === 200

function sortByHash(urls: ReadonlyMap<string, string>): string[] {
  return [...urls].toSorted(([, a], [, b]) => (a < b ? -1 : 1)).map(([url]) => url)
}
