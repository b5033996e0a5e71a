import { Buffer } from 'node:buffer'
import type { Policy } from '@canonist/core'
import { createLocalRunner } from './block-runner.ts'
import type { BlockWork } from './block-work.ts'
import { createDedupeWork, createRecordDedupeWork, type IsNew } from './dedupe-work.ts'
import type { Input } from '../io/input.ts'
import { formatHeader, createLineFormat } from './line-format.ts'
import { createJobJudge, type RecordInput } from './normalize-job.ts'
import type { OnProgress, OnRejected, InputReport } from '../io/input-report.ts'
import { createRecordFormat } from './record-format.ts'
import type { RecordOutput } from './record-output.ts'
import { runLines, type ChooseRunner } from './run-lines.ts'
import type { TableInput } from './table-input.ts'
import { SeenUrls } from './seen-urls.ts'
import type { Sink } from '../io/sink.ts'
import { createCellJudge, createTableWork } from './table-work.ts'
import { UrlGroups } from './url-groups.ts'

export interface DedupeOptions {
  readonly policy: Policy
  readonly input:
    | { readonly kind: 'text' }
    | { readonly kind: 'jsonl'; readonly column: string }
    | { readonly kind: 'table'; readonly table: TableInput }
  readonly output: RecordOutput
  readonly base: string | null
  /** Chance for the hash table, fresh for every run. */
  readonly salt: string
  readonly onRejected?: OnRejected | undefined
  readonly onDelimiter?: ((name: string, delimiter: string) => void) | undefined
}

export interface DedupeReport extends InputReport {
  /** Inputs that are URLs. */
  readonly accepted: number
  readonly unique: number
}

/** Writes the first input of every URL. */
export async function runUnique(
  inputs: readonly Input[],
  options: DedupeOptions,
  sink: Sink,
  onProgress: OnProgress,
): Promise<DedupeReport> {
  const seen = new SeenUrls(options.salt)
  const counter = countCalls((url) => seen.add(url))
  const header = options.input.kind === 'text' ? formatHeader(options.output) : null
  if (header !== null) await sink.write(Buffer.from(`${header}\n`))
  const report = await runInputs(inputs, options, counter.isNew, sink, onProgress)
  return { ...report, accepted: counter.calls(), unique: seen.size }
}

/** Writes every URL once, with all inputs that normalize to it, after all have been read. */
export async function runGroups(
  inputs: readonly Input[],
  options: DedupeOptions,
  sink: Sink,
  onProgress: OnProgress,
): Promise<DedupeReport> {
  const groups = new UrlGroups()
  const counter = countCalls((url, input) => {
    groups.add(url, input)
    return false
  })
  const report = await runInputs(inputs, options, counter.isNew, sink, onProgress)
  await writeGroups(groups, sink)
  return { ...report, accepted: counter.calls(), unique: groups.size }
}

function countCalls(isNew: IsNew): { readonly isNew: IsNew; calls(): number } {
  let calls = 0
  return {
    isNew: (url, input) => {
      calls += 1
      return isNew(url, input)
    },
    calls: () => calls,
  }
}

async function runInputs(
  inputs: readonly Input[],
  options: DedupeOptions,
  isNew: IsNew,
  sink: Sink,
  onProgress: OnProgress,
): Promise<InputReport> {
  const { input, output, onRejected } = options
  const start = (read: RecordInput, chosen = output): ChooseRunner => {
    const runner = createLocalRunner(createWork(read, { ...options, output: chosen }, isNew))
    return () => runner
  }
  if (input.kind === 'text') return runLines(inputs, start(input), sink, onProgress, onRejected)
  if (input.kind === 'jsonl') {
    const { runRecords } = await import('./run-records.ts')
    return runRecords(inputs, { column: input.column, output, start }, sink, onProgress, onRejected)
  }
  const { runTable } = await import('./run-table.ts')
  return runTable(
    inputs,
    {
      input: input.table,
      output,
      start: (shape, chosen) => start({ kind: 'table', shape }, chosen),
      onDialect: options.onDelimiter,
    },
    sink,
    onProgress,
    onRejected,
  )
}

function createWork(read: RecordInput, { policy, base, output, onRejected }: DedupeOptions, isNew: IsNew): BlockWork {
  const judge = createJobJudge({ explains: false, base }, policy)
  const keepsRejected = onRejected !== undefined
  if (read.kind === 'text') return createDedupeWork(judge, isNew, createLineFormat(output), keepsRejected)
  if (read.kind === 'table') {
    return createTableWork(read.shape, { output, judgeCell: createCellJudge(policy, judge), isNew, keepsRejected })
  }
  const format = createRecordFormat(output, read.names)
  return createRecordDedupeWork(judge, isNew, { column: read.column, format, keepsRejected })
}

async function writeGroups(groups: UrlGroups, sink: Sink): Promise<void> {
  let pending = ''
  for (const line of groups.lines()) {
    pending += `${line}\n`
    if (pending.length < 65_536) continue
    await sink.write(Buffer.from(pending))
    pending = ''
  }
  if (pending !== '') await sink.write(Buffer.from(pending))
}
