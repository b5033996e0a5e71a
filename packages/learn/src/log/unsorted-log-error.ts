import type { ErrorEntry } from '@canonist/core/internal/url/error-entry'
import { TableError } from '@canonist/core/internal/url/errors'

/** What can be wrong with a crawl log. */
export const LEARN_ERRORS = {
  'learn/unsorted-log': {
    kind: 'invalid',
    retry: false,
    says: 'The records of a site are not adjacent.',
    fix: 'Sort the log by site, or turn off the option sorted.',
  },
} as const satisfies Record<string, ErrorEntry>

/** The option `sorted` was set, but the records of a site are not adjacent. */
export class UnsortedLogError extends TableError {
  override readonly name = 'UnsortedLogError'
  readonly code = 'learn/unsorted-log'
  readonly site: string

  constructor(site: string) {
    const row = LEARN_ERRORS['learn/unsorted-log']
    super(row, `${site}: ${row.says} ${row.fix}`)
    this.site = site
  }
}
