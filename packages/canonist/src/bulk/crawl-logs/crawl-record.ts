/** One line of a crawl log: what was asked for and what came back. */
export interface CrawlRecord {
  readonly url: string
  /** Any text that is equal for equal bytes. */
  readonly contentHash?: string
  /** 16 hexadecimal digits. */
  readonly simhash?: string
  readonly size?: number
  readonly status?: number
  readonly redirect?: string
  readonly canonical?: string
}
