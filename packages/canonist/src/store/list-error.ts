import type { ErrorEntry } from '@canonist/core'
import { CodedError, type CodedErrorOptions } from '../text/coded-error.ts'

/** What can be wrong with the part of a list that somebody asks for. */
export const LIST_ERRORS = {
  'list/bad-limit': {
    kind: 'usage',
    retry: false,
    says: 'The limit is not a whole number from 1 to 500.',
    fix: 'Ask for fewer items at a time, and continue with the cursor of the last part.',
  },
  'list/bad-cursor': {
    kind: 'usage',
    retry: false,
    says: 'The cursor does not belong to this list.',
    fix: 'Pass a cursor as you got it, with the same filters, or leave it out to begin with the first item.',
  },
  'list/bad-filter': {
    kind: 'usage',
    retry: false,
    says: 'The list cannot be filtered in this way.',
    fix: 'Use fewer filters at once.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ListErrorCode = keyof typeof LIST_ERRORS

export class ListError extends CodedError<ListErrorCode> {
  override readonly name = 'ListError'

  constructor(code: ListErrorCode, options?: CodedErrorOptions) {
    super(LIST_ERRORS, code, options)
  }
}
