import { CDX_HEADER, isCdxjLine } from '@canonist/lists/internal/io/recognize-index'
import { rejectLine } from '@canonist/lists/internal/io/line-outcome'
import type { LineReader, LineReading } from './line-reader.ts'
import { readJsonFields } from './json-line.ts'
import { createRecord, type RawFields, type RecordField } from './record-fields.ts'

/**
 * The letters of the header. The size (`S`) is that of a compressed record with its headers, which differs for equal pages,
 * and is left out.
 */
const FIELD_BY_LETTER: Readonly<Record<string, RecordField>> = {
  a: 'url',
  m: 'mediaType',
  s: 'status',
  k: 'contentHash',
  r: 'redirect',
}

/** Without a header, the number of columns decides. */
const LETTERS_BY_COUNT: Readonly<Record<number, string>> = {
  7: 'Nbamskn',
  9: 'NbamskrVg',
  11: 'NbamskrMSVg',
}

const TIME = /^\d{14}$/

export function isCdxLine(line: string): boolean {
  const columns = line.split(' ')
  return columns.length in LETTERS_BY_COUNT && TIME.test(columns[1] ?? '')
}

/** `com,example)/ 20250101000000 https://example.com/ text/html 200 SHA1… - - 512 0 a.warc.gz`, below a header or not. */
export function createCdxReader(): LineReader {
  let [letters, separator] = ['', ' ']
  return (line) => {
    const header = CDX_HEADER.exec(line)
    if (header === null) return readColumns(line, line.split(separator), letters)
    separator = header[1] === '' ? ' ' : (header[1] ?? ' ')
    letters = (header[2] ?? '').replaceAll(/[^a-zA-Z]/g, '')
    return null
  }
}

function readColumns(line: string, columns: readonly string[], named: string): LineReading {
  const letters = named === '' ? (LETTERS_BY_COUNT[columns.length] ?? '') : named
  if (letters.length !== columns.length) return rejectLine('line/other-format', line)
  const fields: RawFields = {}
  for (const [index, value] of columns.entries()) {
    const field = FIELD_BY_LETTER[letters[index] ?? '']
    if (field !== undefined) fields[field] = value
  }
  return createRecord(fields, line)
}

/** `com,example)/ 20250101000000 {"url": "https://example.com/", "status": "200", "digest": "…"}` */
export function readCdxjLine(line: string): LineReading {
  // Lines that describe the file.
  if (line.startsWith('!')) return null
  const fields = isCdxjLine(line) ? readJsonFields(line.slice(line.indexOf('{'))) : null
  return fields === null ? rejectLine('line/other-format', line) : createRecord(fields, line)
}
