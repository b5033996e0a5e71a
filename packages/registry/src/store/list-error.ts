import type { ErrorEntry } from '@canonist/core'
import { CodedError, type CodedErrorOptions } from '@canonist/core/internal/text/coded-error'

/** What can be wrong with a request for a part of a list. */
export const LIST_ERRORS = {
  'list/bad-limit': {
    kind: 'usage',
    retry: false,
    says: 'The limit is not a whole number from 1 to 500.',
    fix: 'Pass a limit in that range, and continue with the cursor of the last part.',
  },
  'list/bad-cursor': {
    kind: 'usage',
    retry: false,
    says: 'The cursor does not belong to this list.',
    fix: 'Pass the cursor exactly as you received it, with the same filters, or omit it to start with the first item.',
  },
  'list/bad-filter': {
    kind: 'usage',
    retry: false,
    says: 'The list does not support this combination of filters.',
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
