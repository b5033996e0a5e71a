import { Buffer } from 'node:buffer'
import { createRunners, type NormalizeRunners } from '../bulk/choose-runner.ts'
import type { Jobs } from '../bulk/jobs.ts'
import { formatHeader } from '../bulk/line-format.ts'
import type { NormalizeJob, RecordInput } from '../bulk/normalize-job.ts'
import type { RecordOutput } from '../bulk/record-output.ts'
import { runLines, type ChooseRunner } from '../bulk/run-lines.ts'
import type { TableShape } from '../bulk/table-work.ts'
import type { InputReport } from '../io/input-report.ts'
import { sumSizes, type Input } from '../io/input.ts'
import type { KeptFile } from '../io/keep-input.ts'
import type { Sink } from '../io/sink.ts'
import {
  chooseListInput,
  chooseListOutput,
  makeAbortable,
  type LineListOptions,
  type ListInput,
  type ListOptions,
  type PolicySource,
} from './list-options.ts'
import { chooseParquetRun } from './parquet-run.ts'
import { runFormats } from './run-formats.ts'

export type { Jobs } from '../bulk/jobs.ts'

export interface NormalizeListOptions extends ListOptions {
  /** Of the same policy; its spec where none is given. */
  readonly source?: PolicySource | undefined
  /** Whether the changes are written, too (jsonl). */
  readonly explains?: boolean | undefined
  /** One thread where none are given. */
  readonly jobs?: Jobs | undefined
}

/**
 * Writes one normalized URL for each line.
 *
 * @returns how many lines there were, and which were rejected
 * @example await normalizeList([await openInputFile('urls.txt')], sink, { policy: policies.dedupe, format: 'text' })
 */
export function normalizeList(
  inputs: readonly Input[],
  sink: Sink,
  options: NormalizeListOptions,
): Promise<InputReport> {
  return runFormats(inputs, sink, options, { lines: normalizeLines, parquet: normalizeParquet, writesUrlsOnly })
}

const writesUrlsOnly = ({ format }: NormalizeListOptions): boolean => format === 'text'

async function normalizeParquet(
  files: readonly KeptFile[],
  sink: Sink,
  options: NormalizeListOptions,
): Promise<InputReport> {
  const { runParquet } = await import('../bulk/run-parquet.ts')
  const { onProgress = () => undefined, onRejected, signal } = options
  return runParquet(files, chooseParquetRun(options), makeAbortable(sink, signal), onProgress, onRejected)
}

async function normalizeLines(
  inputs: readonly Input[],
  sink: Sink,
  options: NormalizeListOptions & LineListOptions,
): Promise<InputReport> {
  const { policy, jobs = { count: 1, isGiven: true } } = options
  const target = makeAbortable(sink, options.signal)
  const input = chooseListInput(options)
  const job: Omit<NormalizeJob, 'input'> = {
    policy: options.source ?? policy.spec,
    output: chooseListOutput(options),
    base: options.base ?? null,
    explains: options.explains ?? false,
    keepsRejected: options.onRejected !== undefined,
  }
  const opened: NormalizeRunners[] = []
  const start = (read: RecordInput, output = job.output): ChooseRunner => {
    const runners = createRunners({ job: { ...job, input: read, output }, policy, jobs, size: sumSizes(inputs) })
    opened.push(runners)
    return runners.choose
  }
  try {
    return await runList({ inputs, input, output: job.output, start, sink: target, options })
  } finally {
    for (const runners of opened) await runners.close()
  }
}

interface ListRun {
  readonly inputs: readonly Input[]
  readonly input: ListInput
  readonly output: RecordOutput
  start(read: RecordInput, output?: RecordOutput): ChooseRunner
  readonly sink: Sink
  readonly options: NormalizeListOptions
}

async function runList({ inputs, input, output, start, sink, options }: ListRun): Promise<InputReport> {
  const { onProgress = () => undefined, onRejected, onTable } = options
  if (input.kind === 'table') {
    const { runTable } = await import('../bulk/run-table.ts')
    const run = {
      input: input.table,
      output,
      start: (shape: TableShape, chosen: RecordOutput) => start({ kind: 'table', shape }, chosen),
      onTable,
    }
    return runTable(inputs, run, sink, onProgress, onRejected)
  }
  if (input.kind === 'jsonl') {
    const { runRecords } = await import('../bulk/run-records.ts')
    const run = { ...input, output, start: (read: RecordInput) => start(read) }
    return runRecords(inputs, run, sink, onProgress, onRejected)
  }
  const header = formatHeader(output)
  if (header !== null) await sink.write(Buffer.from(`${header}\n`))
  return runLines(inputs, start(input), sink, onProgress, onRejected)
}
