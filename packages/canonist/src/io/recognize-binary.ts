import { Buffer } from 'node:buffer'
import { IoError } from './errors.ts'
import { shownName } from '../text/shown-name.ts'

/** A kind of file that holds no lines of text. */
interface BinaryKind {
  /** The bytes that every file of the kind begins with, one character for each byte. */
  readonly start: string
  readonly says: string
  readonly fix: string
}

const SQLITE_FIX = 'Name a registry with --db, or write the URLs of any other database as text with sqlite3.'
const UTF16_FIX = 'Save it as UTF-8, for example with iconv -f UTF-16 -t UTF-8.'

const KINDS: readonly BinaryKind[] = [
  {
    start: 'PAR1\x15',
    says: 'It is a Parquet file.',
    fix: 'Convert it to CSV, for example with DuckDB, and give that.',
  },
  { start: 'PK\x03\x04', says: 'It is a ZIP archive or an office document.', fix: 'Unzip it, or save a table as CSV.' },
  { start: 'SQLite format 3\0', says: 'It is an SQLite database.', fix: SQLITE_FIX },
  { start: 'BZh91AY&SY', says: 'It is compressed with bzip2.', fix: 'Decompress it: bzip2 -dc FILE | canonist …' },
  { start: '\xfd7zXZ\0', says: 'It is compressed with xz.', fix: 'Decompress it: xz -dc FILE | canonist …' },
  { start: '7z\xbc\xaf\x27\x1c', says: 'It is a 7z archive.', fix: 'Unpack it and give the files in it.' },
  { start: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', says: 'It is an old office document.', fix: 'Save the table as CSV.' },
  { start: '%PDF-', says: 'It is a PDF document.', fix: 'Copy its URLs into a text file, one per line.' },
  { start: 'Obj\x01', says: 'It is an Avro file.', fix: 'Convert it to CSV or JSON lines and give that.' },
  { start: '\xff\xfe', says: 'It is UTF-16 text.', fix: UTF16_FIX },
  { start: '\xfe\xff', says: 'It is UTF-16 text.', fix: UTF16_FIX },
]

/** How many bytes it takes to recognize every kind. */
export const LONGEST_START = Math.max(...KINDS.map(({ start }) => start.length))

/** Whether more bytes may turn `head` into the start of a binary file. */
export function mayBeBinary(head: Buffer): boolean {
  const text = head.toString('latin1')
  return KINDS.some(({ start }) => start.length > text.length && start.startsWith(text))
}

/** Throws where a file that is to be read line by line begins like a binary file, instead of half a million invalid lines. */
export function refuseBinary(head: Buffer, name: string): void {
  const text = head.toString('latin1')
  const kind = KINDS.find(({ start }) => text.startsWith(start))
  if (kind === undefined) return
  throw new IoError('io/binary', { thing: `cannot read ${shownName(name)} as text`, says: kind.says, fix: kind.fix })
}
