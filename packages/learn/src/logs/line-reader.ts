import type { RejectedLine } from '@canonist/lists/internal/io/line-outcome'
import type { CrawlRecord } from '../log/types.ts'

/** A record; a rejected line; or null for a valid line without a page, such as a DNS query or a submitted form. */
export type LineReading = CrawlRecord | RejectedLine | null

/** A line may hold several records. */
export type LineReader = (line: string) => LineReading | readonly LineReading[]
