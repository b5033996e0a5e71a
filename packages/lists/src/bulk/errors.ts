import type { ErrorEntry } from '@canonist/core'
import { CodedError, type CodedErrorOptions } from '@canonist/core/internal/text/coded-error'

/** Failures of bulk work other than those of its input and output. */
export const BULK_ERRORS = {
  'bulk/worker-failed': {
    kind: 'unavailable',
    retry: true,
    says: 'A worker thread failed.',
    fix: 'Try --jobs 1.',
  },
  'bulk/changed-input': {
    kind: 'unavailable',
    retry: true,
    says: 'The list is not the one that the interrupted run has read.',
    fix: 'Run the command again: it starts over.',
  },
} as const satisfies Record<string, ErrorEntry>

export type BulkErrorCode = keyof typeof BULK_ERRORS

/** Bulk work could not continue. */
export class BulkError extends CodedError<BulkErrorCode> {
  override readonly name = 'BulkError'

  constructor(code: BulkErrorCode, options?: CodedErrorOptions) {
    super(BULK_ERRORS, code, options)
  }
}
