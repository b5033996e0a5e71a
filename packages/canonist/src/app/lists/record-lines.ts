import { Buffer } from 'node:buffer'
import type { CrawlRecord } from '@canonist/core/learn'
import { readCrawlLogs, type LogReport } from '../../crawl-logs/crawl-records.ts'
import { createStreamSource } from '../../io/byte-source.ts'
import type { Input } from '../../io/input.ts'
import type { InputReport, OnRejected } from '../../io/input-report.ts'
import type { ArchiveFormat } from '../../io/line-formats.ts'
import { toBatches } from '../../io/to-batches.ts'

/** Fields of a record, in the order in which they are written. */
const FIELDS: readonly (keyof CrawlRecord)[] = [
  'url',
  'status',
  'mediaType',
  'size',
  'contentHash',
  'simhash',
  'redirect',
  'canonical',
]

/** Web archives and their indexes as lists of JSON lines. */
export interface RecordLines {
  readonly lists: readonly Input[]
  readonly names: readonly string[]
  /** Adds the records that could not be read to the report of a job, once it is done. */
  countRejected<Report extends InputReport>(report: Report): Report
}

export function openRecordLines(
  inputs: readonly Input[],
  format: ArchiveFormat,
  onRejected: OnRejected | undefined,
): RecordLines {
  const reports = new Map<Input, LogReport>()
  const createList = (input: Input): Input => {
    const read: Input['read'] = (use) => {
      // Read again, a list must not report its rejected records again.
      const logs = readCrawlLogs([input], { format, onRejected: reports.has(input) ? undefined : onRejected })
      let consumed = 0
      const lines = writeLines(logs.records, (bytes) => void (consumed = bytes))
      const whole = createStreamSource(lines, () => consumed)
      return use(whole).finally(() => void reports.set(input, logs.report()))
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
    names: FIELDS,
    countRejected: (report) => [...reports.values()].reduce(addRejected, report),
  }
}

function addRejected<Report extends InputReport>(report: Report, { rejected, first }: LogReport): Report {
  const before = report.first ?? first
  return { ...report, lines: report.lines + rejected, rejected: report.rejected + rejected, first: before }
}

const BATCH_RECORDS = 1000

async function* writeLines(
  records: AsyncIterable<CrawlRecord>,
  onWritten: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let written = 0
  for await (const batch of toBatches(records, BATCH_RECORDS)) {
    const bytes = Buffer.from(batch.map(writeLine).join(''))
    onWritten((written += bytes.length))
    yield bytes
  }
}

const writeLine = (record: CrawlRecord): string => `${JSON.stringify(record, FIELDS as string[])}\n`
