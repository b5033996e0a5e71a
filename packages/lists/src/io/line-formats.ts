/** How a file stores records in lines: a URL on each line, a JSON object on each line, or a table. */
export type Format = 'text' | 'jsonl' | 'csv' | 'tsv'

export const FORMATS: readonly Format[] = ['text', 'jsonl', 'csv', 'tsv']

/** How a list is stored. */
export type ListFormat = Format | 'parquet'

export const LIST_FORMATS: readonly ListFormat[] = [...FORMATS, 'parquet']

/** Indexes and files of web archives, whose records have a field url. */
export type ArchiveFormat = 'cdx' | 'cdxj' | 'warc' | 'wacz'

/** How a list is stored that is read. */
export type ListInputFormat = ListFormat | ArchiveFormat

export const LIST_INPUT_FORMATS: readonly ListInputFormat[] = [...LIST_FORMATS, 'cdx', 'cdxj', 'warc', 'wacz']

export function isArchiveFormat(format: ListInputFormat): format is ArchiveFormat {
  return format === 'cdx' || format === 'cdxj' || format === 'warc' || format === 'wacz'
}
