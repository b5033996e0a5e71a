import type { ArchiveReader } from '@canonist/lists/internal/lists/record-lines'
import type { CrawlRecord } from '../log/types.ts'
import { readCrawlLogs } from './crawl-records.ts'

const FIELDS: readonly (keyof CrawlRecord)[] = [
  'url',
  'status',
  'mediaType',
  'size',
  'contentHash',
  'simhash',
  'redirect',
  'canonical',
]

/** Reads web archives and their indexes as lists: what `openArchives` of `dedupeList` and `normalizeList` returns. */
export const ARCHIVE_READER: ArchiveReader = { fields: FIELDS, read: readCrawlLogs }
