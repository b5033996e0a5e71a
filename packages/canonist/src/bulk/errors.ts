import type { ErrorEntry } from '@canonist/core'
import { CodedError, type CodedErrorOptions } from '../text/coded-error.ts'

/** What can go wrong with bulk work, beyond its input and output. */
export const BULK_ERRORS = {
  'bulk/worker-failed': {
    kind: 'unavailable',
    retry: true,
    says: 'A worker thread failed.',
    fix: 'Try --jobs 1.',
  },
} as const satisfies Record<string, ErrorEntry>

export type BulkErrorCode = keyof typeof BULK_ERRORS

/** Bulk work could not go on. */
export class BulkError extends CodedError<BulkErrorCode> {
  override readonly name = 'BulkError'

  constructor(code: BulkErrorCode, options?: CodedErrorOptions) {
    super(BULK_ERRORS, code, options)
  }
}
