export type LineErrorCode =
  | 'line/invalid-utf8'
  | 'line/nul-byte'
  | 'line/too-long'
  | 'line/invalid-json'
  | 'line/no-column'
  | 'line/no-url'
  | 'line/invalid-field'
  | 'line/other-format'
  | 'line/open-quote'

/** A longer line is an error of its own, so that one line cannot take the memory of all. */
export const MAX_LINE_BYTES = 1_048_576

/** What can be wrong with a line before anyone asks whether it is a URL. */
export const LINE_ERRORS = {
  'line/invalid-utf8': {
    says: 'The line is not valid UTF-8.',
    cure: 'Convert the file, for example with iconv -f latin1 -t utf-8.',
  },
  'line/nul-byte': {
    says: 'The line holds a NUL byte.',
    cure: 'Remove it, for example with tr -d "\\000"; a UTF-16 file needs iconv -f utf-16 -t utf-8.',
  },
  'line/too-long': {
    says: 'The line is longer than 1 MiB.',
    cure: 'Check that the file has one URL a line.',
  },
  'line/invalid-json': {
    says: 'The line is not a JSON object.',
    cure: 'Give one JSON object a line; for plain text leave out --column (or --format, with learn).',
  },
  'line/no-column': {
    says: 'The record has no text in the named column.',
    cure: 'Check the name given to --column and the record.',
  },
  'line/no-url': {
    says: 'The record of the crawl log has no URL.',
    cure: 'Check that the log names the whole URL, with its scheme, in every record.',
  },
  'line/invalid-field': {
    says: 'A field of the record of the crawl log is not what its name says.',
    cure: 'Give status and size as whole numbers and simhash as 16 hexadecimal digits, or leave them out.',
  },
  'line/other-format': {
    says: 'The line is not of the format of the crawl log.',
    cure: 'Correct or remove it; where all lines are refused, name the format with --format.',
  },
  'line/open-quote': {
    says: 'A cell of the crawl log goes over several lines, and seems to hold other records.',
    cure: 'Close the quote before it, and write "" for a quote inside a cell; the lines up to the next quote were not read.',
  },
} as const satisfies Record<LineErrorCode, { readonly says: string; readonly cure: string }>
