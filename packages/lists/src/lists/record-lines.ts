import { Buffer } from 'node:buffer'
import { createStreamSource } from '../io/byte-source.ts'
import type { Input } from '../io/input.ts'
import type { InputReport, OnRejected } from '../io/input-report.ts'
import type { ArchiveFormat } from '../io/line-formats.ts'
import { toBatches } from '../io/to-batches.ts'

/**
 * Reads web archives and their indexes. What a page in an archive says takes a reader of documents, which this package has not: pass
 * `ARCHIVE_READER` of `@canonist/learn`.
 */
export interface ArchiveReader {
  /** Fields of a record, in the order in which they are written. */
  readonly fields: readonly string[]
  read(inputs: readonly Input[], options: ArchiveOptions): ArchiveRecords
}

export interface ArchiveOptions {
  readonly format: ArchiveFormat
  readonly onRejected: OnRejected | undefined
}

export interface ArchiveRecords {
  /** To be read once. */
  readonly records: AsyncIterable<object>
  /** What was rejected, once they are read. */
  readonly report: () => InputReport
}

/** Web archives and their indexes as lists of JSON lines. */
export interface RecordLines {
  readonly lists: readonly Input[]
  readonly names: readonly string[]
  /** Adds the records that could not be read to the report of a job, once it is done. */
  countRejected<Report extends InputReport>(report: Report): Report
}

export function openRecordLines(
  inputs: readonly Input[],
  { fields, read: readArchive }: ArchiveReader,
  { format, onRejected }: ArchiveOptions,
): RecordLines {
  const reports = new Map<Input, InputReport>()
  const createList = (input: Input): Input => {
    const read: Input['read'] = (use) => {
      // Read again, a list must not report its rejected records again.
      const archive = readArchive([input], { format, onRejected: reports.has(input) ? undefined : onRejected })
      let consumed = 0
      const lines = writeLines(archive.records, fields, (bytes) => void (consumed = bytes))
      const whole = createStreamSource(lines, () => consumed)
      return use(whole).finally(() => void reports.set(input, archive.report()))
    }
    const readBinary: Input['readBinary'] = (use) => read((source) => use(source, new Uint8Array()))
    return {
      name: input.name,
      size: input.size,
      isRepeatable: input.isRepeatable,
      path: null,
      read,
      readBinary,
      readRaw: read,
    }
  }
  return {
    lists: inputs.map(createList),
    names: fields,
    countRejected<Report extends InputReport>(report: Report) {
      return [...reports.values()].reduce<Report>(addRejected, report)
    },
  }
}

function addRejected<Report extends InputReport>(report: Report, { rejected, first }: InputReport): Report {
  const before = report.first ?? first
  return { ...report, lines: report.lines + rejected, rejected: report.rejected + rejected, first: before }
}

const BATCH_RECORDS = 1000

async function* writeLines(
  records: AsyncIterable<object>,
  fields: readonly string[],
  onWritten: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const order = [...fields]
  let written = 0
  for await (const batch of toBatches(records, BATCH_RECORDS)) {
    const bytes = Buffer.from(batch.map((record) => `${JSON.stringify(record, order)}\n`).join(''))
    onWritten((written += bytes.length))
    yield bytes
  }
}
