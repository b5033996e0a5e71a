import type { ErrorEntry } from '../../url/error-entry.ts'
import { TableError } from '../../url/errors.ts'

/** What can be wrong with the records that rules are learned from. */
export const LEARN_ERRORS = {
  'learn/unsorted-log': {
    kind: 'invalid',
    retry: false,
    says: 'The records of a site do not stand together.',
    fix: 'Sort the log by site, or do not say that it is sorted.',
  },
} as const satisfies Record<string, ErrorEntry>

/** A log that was said to be sorted, and whose records of one site do not stand together. */
export class UnsortedLogError extends TableError {
  override readonly name = 'UnsortedLogError'
  readonly code = 'learn/unsorted-log'
  readonly site: string

  constructor(site: string) {
    const row = LEARN_ERRORS['learn/unsorted-log']
    super(row, `${site}: The records do not stand together. ${row.fix}`)
    this.site = site
  }
}
