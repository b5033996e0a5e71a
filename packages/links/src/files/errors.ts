import type { ErrorEntry } from '@canonist/core'
import { CodedError, type CodedErrorOptions } from '@canonist/core/internal/text/coded-error'

/** Why the links of files cannot be read or judged. */
export const LINK_ERRORS = {
  'app/no-allowlist': {
    kind: 'blocked',
    retry: false,
    says: 'The policy has no allowlist, so no request may be sent.',
    fix: "Add hosts.allow to the policy (['*'] allows every public host).",
  },
  'app/unknown-finding': {
    kind: 'usage',
    retry: false,
    says: 'No finding has this name.',
    fix: 'Use the name of a finding that exists.',
  },
  'app/no-file-named': {
    kind: 'usage',
    retry: false,
    says: 'No file is named.',
    fix: 'Name files, folders or patterns.',
  },
  'app/no-readable-file': {
    kind: 'missing',
    retry: false,
    says: 'No file is in a supported format.',
    fix: 'Name files in a supported format.',
  },
  'app/unknown-file-format': {
    kind: 'usage',
    retry: false,
    says: 'The format cannot be recognized by the file name.',
    fix: 'Name the format.',
  },
  'app/no-such-field': {
    kind: 'usage',
    retry: false,
    says: 'No file has this field.',
    fix: 'Check the name of the field, and the files.',
  },
  'app/no-answer': {
    kind: 'unavailable',
    retry: true,
    says: 'No server answered.',
    fix: 'Check the URLs and the network.',
  },
} as const satisfies Record<string, ErrorEntry>

export type LinkErrorCode = keyof typeof LINK_ERRORS

/** The links of files cannot be read or judged. Interfaces that have words of their own make their message of `code`, `thing` and `detail`. */
export class LinkError extends CodedError<LinkErrorCode> {
  override readonly name = 'LinkError'
  readonly thing: string | undefined
  readonly detail: string | undefined

  constructor(code: LinkErrorCode, options: CodedErrorOptions = {}) {
    super(LINK_ERRORS, code, options)
    this.thing = options.thing
    this.detail = options.detail
  }
}
