import type { Rejected } from '../io/outcome.ts'
import type { CrawlRecord } from '@canonist/core/learn'

/** A record; why the line gives none; or null where it tells of no page (a DNS query, a form that was sent), which is no fault. */
export type LineVerdict = CrawlRecord | Rejected | null

/** A line may hold several records. */
export type LineReader = (line: string) => LineVerdict | readonly LineVerdict[]
