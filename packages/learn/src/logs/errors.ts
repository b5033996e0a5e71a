import type { ErrorEntry } from '@canonist/core'
import { CodedError, type CodedErrorOptions } from '@canonist/core/internal/text/coded-error'

/** Why a file cannot be read as a crawl log. */
export const LOG_ERRORS = {
  'log/unknown-format': {
    kind: 'invalid',
    retry: false,
    says: 'Its format cannot be recognized by its first line.',
    fix: 'Name the format with --input-format.',
  },
  'log/other-format': {
    kind: 'invalid',
    retry: false,
    says: 'It is not a crawl log.',
    fix: 'Convert it to one of the formats of crawl logs.',
  },
  'log/utf16': {
    kind: 'invalid',
    retry: false,
    says: 'It is UTF-16.',
    fix: 'Convert it, for example with iconv -f utf-16 -t utf-8.',
  },
  'log/cr-line-ends': {
    kind: 'invalid',
    retry: false,
    says: 'Its lines end with CR alone.',
    fix: "Convert it, for example with tr '\\r' '\\n'.",
  },
  'log/duplicate-column': {
    kind: 'invalid',
    retry: false,
    says: 'Two columns have the same name.',
    fix: 'Rename one of them.',
  },
  'log/no-url-column': {
    kind: 'invalid',
    retry: false,
    says: 'It has no column url.',
    fix: 'Rename the column of the URLs to url.',
  },
  'log/no-archive': {
    kind: 'invalid',
    retry: false,
    says: 'It is a ZIP archive or an office document, without a web archive (archive/….warc.gz) in it.',
    fix: 'Unzip it, or save a table as CSV.',
  },
  'log/no-host': {
    kind: 'invalid',
    retry: false,
    says: 'It does not name its host.',
    fix: 'Name the host, for example --base https://example.com.',
  },
} as const satisfies Record<string, ErrorEntry>

export type LogErrorCode = keyof typeof LOG_ERRORS

/** A file cannot be read as a crawl log. */
export class LogError extends CodedError<LogErrorCode> {
  override readonly name = 'LogError'

  constructor(code: LogErrorCode, options: CodedErrorOptions) {
    super(LOG_ERRORS, code, options)
  }
}
