import type { ErrorEntry } from '@canonist/core'

/** A longer line is an error of its own, so that one line cannot take the memory of all. */
export const MAX_LINE_BYTES = 1_048_576

/** What can be wrong with a line before it is read as a URL. */
export const LINE_ERRORS = {
  'line/invalid-utf8': {
    kind: 'invalid',
    retry: false,
    says: 'The line is not valid UTF-8.',
    fix: 'Convert the file, for example with iconv -f latin1 -t utf-8.',
  },
  'line/nul-byte': {
    kind: 'invalid',
    retry: false,
    says: 'The line contains a NUL byte.',
    fix: 'Remove it, for example with tr -d "\\000". Convert a UTF-16 file with iconv -f utf-16 -t utf-8.',
  },
  'line/too-long': {
    kind: 'invalid',
    retry: false,
    says: 'The line is longer than 1 MiB.',
    fix: 'Check that the file has one URL per line.',
  },
  'line/invalid-json': {
    kind: 'invalid',
    retry: false,
    says: 'The line is not a JSON object.',
    fix: 'Write one JSON object per line, or read the lines as plain text.',
  },
  'line/too-deep': {
    kind: 'invalid',
    retry: false,
    says: 'The line is JSON that is nested deeper than 1,000 levels.',
    fix: 'Remove the line, or write its deep value as text.',
  },
  'line/no-column': {
    kind: 'invalid',
    retry: false,
    says: 'The record has no text in the named column.',
    fix: 'Check the record, and the name of the column.',
  },
  'line/column-taken': {
    kind: 'invalid',
    retry: false,
    says: 'The record already has a field with the name of the new column.',
    fix: 'Give another name with --into, leave out --key, or rename the field.',
  },
  'line/no-url': {
    kind: 'invalid',
    retry: false,
    says: 'The record of the crawl log has no URL.',
    fix: 'Check that the log names the whole URL, with its scheme, in every record.',
  },
  'line/invalid-field': {
    kind: 'invalid',
    retry: false,
    says: 'A field of the crawl log record has an invalid value.',
    fix: 'Give status and size as whole numbers and simhash as 16 hexadecimal digits, or leave them out.',
  },
  'line/other-format': {
    kind: 'invalid',
    retry: false,
    says: 'The line is not in the format of the crawl log.',
    fix: 'Correct or remove it. If all lines are rejected, name the format of the log.',
  },
  'line/open-quote': {
    kind: 'invalid',
    retry: false,
    says: 'A quote in the row is not closed before other rows begin.',
    fix: 'Close it, and write "" for a quote inside a cell.',
  },
  'line/row-too-long': {
    kind: 'invalid',
    retry: false,
    says: 'The row is longer than 1 MiB.',
    fix: 'Shorten or remove it.',
  },
} as const satisfies Record<string, ErrorEntry>

export type LineErrorCode = keyof typeof LINE_ERRORS
