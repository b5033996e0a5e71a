import type { LinkFile } from './link-file.ts'

/** A table with more links was not written by hand. */
const MAX_LINKS = 1000

/** Whether a table was collected by a program: its URLs are what it is about, and not links that people wrote. */
export const isDataSet = ({ format, values }: Pick<LinkFile, 'format' | 'values'>): boolean =>
  (format === 'csv' || format === 'jsonl') && values.length > MAX_LINKS
