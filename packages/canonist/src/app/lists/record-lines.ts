import { Buffer } from 'node:buffer'
import type { CrawlRecord } from '@canonist/core/learn'
import { readCrawlLogs, type LogReport } from '../../crawl-logs/crawl-records.ts'
import { createStreamSource } from '../../io/byte-source.ts'
import type { Input } from '../../io/input.ts'
import type { InputReport, OnRejected } from '../../io/input-report.ts'
import type { ArchiveFormat } from '../../io/line-formats.ts'

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
  let [text, count, written] = ['', 0, 0]
  const flush = (): Buffer => {
    const bytes = Buffer.from(text)
    onWritten((written += bytes.length))
    ;[text, count] = ['', 0]
    return bytes
  }
  for await (const record of records) {
    text += `${JSON.stringify(record, FIELDS as string[])}\n`
    count += 1
    if (count === BATCH_RECORDS) yield flush()
  }
  if (count > 0) yield flush()
}
