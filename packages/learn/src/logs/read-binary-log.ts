import type { CrawlRecord } from '../log/types.ts'
import type { ByteSource } from '@canonist/lists/internal/io/byte-source'
import type { Input } from '@canonist/lists/internal/io/input'
import { withFiles, type KeptFile } from '@canonist/lists/internal/io/keep-input'
import { withRandomAccess } from '@canonist/lists/internal/io/random-access'
import { toBatches } from '@canonist/lists/internal/io/to-batches'
import { createJsonLines } from '@canonist/lists/internal/parquet/json-lines'
import { withParquet } from '@canonist/lists/internal/parquet/open-input'
import { readWarcLog } from './archives/warc-log.ts'
import { listWaczParts } from './archives/wacz.ts'
import { computeColumnUse } from './column-use.ts'
import { createTaker, readLog, type JudgeUrl, type LogTally } from './read-log.ts'
import { requireUrl } from './table-columns.ts'

export interface BinaryLog {
  readonly format: 'parquet' | 'warc' | 'wacz'
  readonly judgeUrl: JudgeUrl | undefined
}

/** Takes records that were read together, and the bytes of the log that were read so far. */
type PassRecords = (records: readonly CrawlRecord[], consumed: number) => Promise<void>

/** Reads a log that is not text, and returns the bytes that were read. */
export function readBinaryLog(
  input: Input,
  { format, judgeUrl }: BinaryLog,
  tally: LogTally,
  pass: PassRecords,
): Promise<number> {
  if (format === 'warc')
    return input.readBinary(async (source) => {
      await readArchive(source, input.name, judgeUrl, tally, (records) => pass(records, source.consumed()))
      return source.consumed()
    })
  return withFiles([input], async ([file]) => {
    if (file === undefined) return 0
    await (format === 'parquet' ? readParquetLog : readWacz)(file, judgeUrl, tally, pass)
    return file.size
  })
}

/** Reads only the columns that are fields of a record. */
function readParquetLog(
  file: KeptFile,
  judgeUrl: JudgeUrl | undefined,
  tally: LogTally,
  pass: PassRecords,
): Promise<void> {
  return withParquet(file, async (parquet) => {
    const { children } = parquet.root
    const names = children.map(({ element }) => element.name)
    const places = new Set(requireUrl(names, file.name).values())
    const source = createJsonLines(
      parquet,
      children.filter((_, index) => places.has(index)),
    )
    const settings = { name: file.name, format: 'jsonl', base: undefined, judgeUrl } as const
    await readLog(source, settings, tally, (records) => pass(records, source.consumed()))
    tally.columns = computeColumnUse(names)
  })
}

function readWacz(
  { path, name }: KeptFile,
  judgeUrl: JudgeUrl | undefined,
  tally: LogTally,
  pass: PassRecords,
): Promise<void> {
  return withRandomAccess(path, name, async (file) => {
    let before = 0
    for (const part of await listWaczParts(file)) {
      const source = await part.open()
      await readArchive(source, part.name, judgeUrl, tally, (records) => pass(records, before + source.consumed()))
      before += source.consumed()
    }
  })
}

/** Records are passed on in batches, as the lines of a block are. */
const BATCH_RECORDS = 500

async function readArchive(
  source: ByteSource,
  name: string,
  judgeUrl: JudgeUrl | undefined,
  tally: LogTally,
  put: (records: readonly CrawlRecord[]) => Promise<void>,
): Promise<void> {
  const take = createTaker(tally, judgeUrl)
  for await (const readings of toBatches(readWarcLog(source, name), BATCH_RECORDS)) {
    const records: CrawlRecord[] = []
    for (const reading of readings) take(reading, records)
    await put(records)
  }
}
