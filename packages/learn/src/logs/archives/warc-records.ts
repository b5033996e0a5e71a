import { IoError } from '@canonist/lists/internal/io/errors'
import type { ByteSource } from '@canonist/lists/internal/io/byte-source'
import { rejectLine, type RejectedLine } from '@canonist/lists/internal/io/line-outcome'
import { ByteReader } from './byte-reader.ts'

/** A record of a web archive. Read its block before you read the next record; otherwise the block is skipped. */
export interface WarcRecord {
  /** `response`, `revisit`, `request` and so on. */
  readonly type: string
  /** By lower-case name; of several fields of one name the last. */
  readonly fields: ReadonlyMap<string, string>
  readonly length: number
  /** Passes the block to `use`, piece by piece; each piece is valid during the call only. */
  readBlock(use: (bytes: Buffer) => void): Promise<void>
}

const VERSION = /^WARC\/\d+\.\d+$/
const MAX_FIELDS = 1000

/**
 * Reads the records of a WARC file, one at a time: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/. The
 * bytes must be decompressed. If a record is longer than its `Content-Length`, the rest is a rejected line.
 */
export async function* readWarcRecords(source: ByteSource, name: string): AsyncGenerator<WarcRecord | RejectedLine> {
  const reader = new ByteReader(source)
  for (let isFirst = true; ; isFirst = false) {
    const { start, rest } = await findVersion(reader)
    if (isFirst && rest !== null) throw createWarcError(name, 0, 'is not one of a WARC file')
    if (rest !== null) yield rejectLine('line/other-format', rest)
    if (start === null) return
    const fields = await readFields(reader, name, start)
    const length = readLength(fields, name, start)
    let isRead = false
    yield {
      type: fields.get('warc-type')?.toLowerCase() ?? '',
      fields,
      length,
      async readBlock(use) {
        isRead = true
        await readBlock(reader, length, use, { name, start })
      },
    }
    if (!isRead) await readBlock(reader, length, () => undefined, { name, start })
  }
}

interface Found {
  /** Where the next record begins; null at the end. */
  readonly start: number | null
  /** Text before it; null if there are only line breaks. */
  readonly rest: string | null
}

async function findVersion(reader: ByteReader): Promise<Found> {
  let rest: string | null = null
  for (;;) {
    const start = reader.position
    const line = await reader.readLine()
    if (line === null) return { start: null, rest }
    if (VERSION.test(line)) return { start, rest }
    // Two line breaks end a record; some programs write more or fewer.
    if (line !== '') rest ??= line.slice(0, SHOWN_CHARACTERS)
  }
}

const SHOWN_CHARACTERS = 200

async function readFields(reader: ByteReader, name: string, start: number): Promise<Map<string, string>> {
  const fields = new Map<string, string>()
  let last = ''
  for (let count = 0; count < MAX_FIELDS; count += 1) {
    const line = await reader.readLine()
    if (line === null) throw createWarcError(name, start, 'ends early')
    if (line === '') return fields
    const colon = line.indexOf(':')
    // A line that begins with a space continues the one before it.
    if (/^[ \t]/.test(line)) fields.set(last, `${fields.get(last) ?? ''} ${line.trim()}`)
    else if (colon > 0) {
      last = line.slice(0, colon).trim().toLowerCase()
      fields.set(last, line.slice(colon + 1).trim())
    }
  }
  throw createWarcError(name, start, 'has more than 1,000 fields')
}

function readLength(fields: ReadonlyMap<string, string>, name: string, start: number): number {
  const text = fields.get('content-length') ?? ''
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw createWarcError(name, start, 'has no Content-Length')
}

interface Place {
  readonly name: string
  readonly start: number
}

async function readBlock(
  reader: ByteReader,
  length: number,
  use: (bytes: Buffer) => void,
  { name, start }: Place,
): Promise<void> {
  if ((await reader.read(length, use)) < length) throw createWarcError(name, start, 'ends early')
}

function createWarcError(name: string, start: number, says: string): IoError {
  return new IoError('io/damaged', {
    thing: `cannot read ${name}`,
    says: `Its record at byte ${start.toLocaleString('en')} ${says}; the records before it were read.`,
  })
}
