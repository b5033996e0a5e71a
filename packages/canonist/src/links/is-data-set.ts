import type { LinkFile } from './link-file.ts'

/** Nobody keeps more links in a table by hand. */
const MAX_LINKS = 1000

/** Whether a table was collected by a program: its URLs are what it is about, and not links that people wrote. */
export const isDataSet = ({ format, values }: Pick<LinkFile, 'format' | 'values'>): boolean =>
  (format === 'csv' || format === 'jsonl') && values.length > MAX_LINKS
