import { Buffer } from 'node:buffer'
import { IoError } from './errors.ts'
import { viewBuffer } from './view-buffer.ts'
import { quoteEmpty } from '@canonist/core/internal/text/quote-empty'

/** A kind of file that is not text. */
export interface BinaryKind {
  /** The bytes that identify the kind, one character for each byte. */
  readonly start: string
  /** Their offset, if not 0. */
  readonly at?: number
  /** Text may begin like this too; a file of the kind has control characters soon after. */
  readonly mayBeText?: true
  /** It is text, only not in UTF-8. */
  readonly isText?: true
  /** The format of a list that it is, for commands that read it. */
  readonly format?: 'parquet' | 'warc' | 'wacz'
  readonly says: string
  readonly fix: string
}

const SQLITE_FIX = 'Name a registry with --db, or write the URLs of any other database as text with sqlite3.'
const UTF16_FIX = 'Save it as UTF-8, for example with iconv -f UTF-16 -t UTF-8.'

const KINDS: readonly BinaryKind[] = [
  {
    start: 'PAR1\x15',
    format: 'parquet',
    says: 'It is a Parquet file.',
    fix: 'Convert it: canonist normalize --column url --format csv FILE',
  },
  {
    start: 'PK\x03\x04',
    format: 'wacz',
    says: 'It is a ZIP archive or an office document.',
    fix: 'Unzip it, or save a table as CSV.',
  },
  {
    start: 'WARC/1.',
    format: 'warc',
    says: 'It is a web archive (WARC).',
    fix: 'List its URLs: canonist dedupe FILE',
  },
  { start: 'SQLite format 3\0', says: 'It is an SQLite database.', fix: SQLITE_FIX },
  { start: 'BZh91AY&SY', says: 'It is compressed with bzip2.', fix: 'Decompress it: bzip2 -dc FILE | canonist …' },
  { start: '\xfd7zXZ\0', says: 'It is compressed with xz.', fix: 'Decompress it: xz -dc FILE | canonist …' },
  { start: '7z\xbc\xaf\x27\x1c', says: 'It is a 7z archive.', fix: 'Unpack it and give the files in it.' },
  { start: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', says: 'It is an old office document.', fix: 'Save the table as CSV.' },
  { start: '%PDF-', says: 'It is a PDF document.', fix: 'Copy its URLs into a text file, one per line.' },
  { start: 'Obj\x01', says: 'It is an Avro file.', fix: 'Convert it to CSV or JSON lines and give that.' },
  // https://orc.apache.org/specification/ORCv1/: three letters, and the data.
  {
    start: 'ORC',
    mayBeText: true,
    says: 'It is an ORC file.',
    fix: 'Convert it to CSV, for example with DuckDB, and give that.',
  },
  // https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html, ustar: after the name, the mode, the owner and so on.
  {
    start: 'ustar',
    at: 257,
    says: 'It is a tar archive.',
    fix: 'Unpack it and give the files in it, or write them to a pipe: tar -xOf FILE | canonist …',
  },
  { start: '\xff\xfe', isText: true, says: 'It is UTF-16 text.', fix: UTF16_FIX },
  { start: '\xfe\xff', isText: true, says: 'It is UTF-16 text.', fix: UTF16_FIX },
]

/** How many bytes it takes to recognize every kind. */
export const MAX_START_LENGTH = Math.max(...KINDS.map(({ start, at = 0 }) => at + start.length))

/** Whether more bytes may turn `head` into the start of a binary file. */
export function mayBeBinary(head: Buffer): boolean {
  const text = head.toString('latin1')
  return KINDS.some(({ start, at = 0 }) =>
    at === 0
      ? start.length > text.length && start.startsWith(text)
      : // The bytes before it include zeros; text must not wait for this many characters.
        text.includes('\0') && text.length < at + start.length,
  )
}

/** Whether files of a format are not text. */
export const isBinaryFormat = (format: string): boolean => KINDS.some((kind) => kind.format === format)

/** The kind of a file that begins with these bytes; null for text. */
export function recognizeBinary(head: Uint8Array): BinaryKind | null {
  const text = viewBuffer(head.subarray(0, MAX_START_LENGTH)).toString('latin1')
  const matchesKind = ({ start, at, mayBeText }: BinaryKind): boolean =>
    text.startsWith(start, at) && (mayBeText !== true || CONTROL.test(text))
  return KINDS.find(matchesKind) ?? null
}

/** Not tabs and line ends. */
const CONTROL = /[\0-\x08]/

/** Read as text, the whole file would be one line. */
const CR_LINES = {
  says: 'Its lines end with CR alone.',
  fix: "Convert it, for example with tr '\\r' '\\n'.",
}

function endsLinesInCr(head: Uint8Array): boolean {
  const text = viewBuffer(head).toString('latin1')
  return !text.includes('\n') && /\r[^\r]/.test(text)
}

/** Rejects a file of another format than the one that was named. A ZIP archive may be many things, so it is left to its reader. */
export function rejectOtherFormat(head: Uint8Array, name: string, format: string): void {
  const kind = recognizeBinary(head)
  if (kind?.format === undefined || kind.format === 'wacz' || kind.format === format) return
  throw new IoError('io/binary', {
    thing: `cannot read ${quoteEmpty(name)} as ${format}`,
    says: kind.says,
    fix: 'Leave out --input-format.',
  })
}

/** Rejects a binary file that should be read line by line, instead of reporting half a million invalid lines. */
export function rejectBinary(head: Uint8Array, name: string): void {
  const kind = recognizeBinary(head) ?? (endsLinesInCr(head) ? CR_LINES : null)
  if (kind === null) return
  throw new IoError('io/binary', { thing: `cannot read ${quoteEmpty(name)} as text`, says: kind.says, fix: kind.fix })
}
