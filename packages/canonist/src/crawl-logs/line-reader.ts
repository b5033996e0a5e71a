import type { RejectedLine } from '../io/line-outcome.ts'
import type { CrawlRecord } from '@canonist/core/learn'

/** A record; a rejected line; or null for a valid line without a page, such as a DNS query or a submitted form. */
export type LineReading = CrawlRecord | RejectedLine | null

/** A line may hold several records. */
export type LineReader = (line: string) => LineReading | readonly LineReading[]
