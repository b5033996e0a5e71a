import { readCrawlLogs, type LogOptions, type LogReport } from '../../../src/logs/crawl-records.ts'
import type { CrawlRecord } from '../../../src/log/types.ts'
import { createTextInput, type Input } from '@canonist/lists/internal/io/input'

export interface AllOfIt {
  readonly records: readonly CrawlRecord[]
  readonly report: LogReport
}

/** Logs as texts by name, or as inputs. */
export async function readAll(
  logs: Readonly<Record<string, string>> | readonly Input[],
  options?: LogOptions,
): Promise<AllOfIt> {
  const inputs = Array.isArray(logs)
    ? logs
    : Object.entries(logs).map(([name, text]) => createTextInput(name, text as string))
  const { records, report } = readCrawlLogs(inputs, options)
  const all: CrawlRecord[] = []
  for await (const record of records) all.push(compact(record))
  return { records: all, report: report() }
}

/** Without the fields that say nothing. */
function compact(record: CrawlRecord): CrawlRecord {
  return { url: record.url, ...Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) }
}
