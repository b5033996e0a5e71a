import type { ErrorEntry } from '@canonist/core'
import { CodedError, type CodedErrorOptions } from '../text/coded-error.ts'

/** Every way in which an operation can fail that no layer below has a code for. */
export const APP_ERRORS = {
  'app/bad-network-option': {
    kind: 'usage',
    retry: false,
    says: 'An option of the network is not valid.',
    fix: 'Correct the option.',
  },
  'app/no-answer': {
    kind: 'unavailable',
    retry: true,
    says: 'No server answered.',
    fix: 'Check the URLs and the network.',
  },
} as const satisfies Record<string, ErrorEntry>

export type AppErrorCode = keyof typeof APP_ERRORS

/** An operation failed. Interfaces that have words of their own make their message of `code`, `thing` and `detail`. */
export class AppError extends CodedError<AppErrorCode> {
  override readonly name = 'AppError'
  readonly thing: string | undefined
  readonly detail: string | undefined

  constructor(code: AppErrorCode, options: CodedErrorOptions = {}) {
    super(APP_ERRORS, code, options)
    this.thing = options.thing
    this.detail = options.detail
  }
}
