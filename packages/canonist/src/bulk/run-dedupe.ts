import { Buffer } from 'node:buffer'
import type { Policy } from '@canonist/core'
import { createLocalRunner } from './block-runner.ts'
import type { BlockWork } from './block-work.ts'
import { createDedupeWork, createRecordDedupeWork, type Keeper } from './dedupe-work.ts'
import type { Input } from '../io/input.ts'
import { formatHeader, createLineFormat } from './line-format.ts'
import { createJobJudge, type RecordInput } from './normalize-job.ts'
import type { OnProgress, OnRejected, InputReport } from '../io/input-report.ts'
import type { RecordColumn } from './json-record.ts'
import { createRecordFormat } from './record-format.ts'
import type { RecordOutput } from './record-output.ts'
import { runLines, type ChooseRunner } from './run-lines.ts'
import type { TableInput } from './table-input.ts'
import type { Sink } from '../io/sink.ts'
import { createCellJudge, createTableWork } from './table-work.ts'
import { Candidates } from './spill/candidates.ts'
import { GroupCollector, type SavedGroups } from './spill/group-collector.ts'
import { LimitedRun } from './spill/limited-run.ts'
import type { MemoryLimit } from './spill/memory-limit.ts'
import { identifyRun } from './spill/run-identity.ts'
import { UniqueRecords, type SavedUnique } from './spill/unique-records.ts'
import { createUniqueTextWork } from './unique-text-work.ts'

export interface DedupeOptions {
  readonly policy: Policy
  readonly input:
    | { readonly kind: 'text' }
    | ({ readonly kind: 'jsonl'; readonly names?: readonly string[] | undefined } & RecordColumn)
    | { readonly kind: 'table'; readonly table: TableInput }
  readonly output: RecordOutput
  readonly base: string | null
  /** Random bytes for the key of the hash table, new in every run. */
  readonly salt: string
  readonly memory: MemoryLimit
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
  const run = openRun<SavedUnique>(inputs, options, 'unique')
  const unique = new UniqueRecords(
    run.salt,
    options.memory.bytes,
    (from) => new Candidates(run.openFolder(), from),
    run.saved,
  )
  return run.run(async () => {
    const header = options.input.kind === 'text' ? formatHeader(options.output) : null
    if (header !== null) await sink.write(Buffer.from(`${header}\n`))
    const work = createUniqueWork(options, unique)
    const report = await runInputs(
      run.watch(inputs, unique),
      options,
      (...made) => run.wrap(work(...made)),
      sink,
      onProgress,
    )
    run.save()
    return { ...report, accepted: unique.accepted, unique: await unique.finish(sink) }
  })
}

/** Writes every URL once, with all inputs that normalize to it, after all have been read. */
export async function runGroups(
  inputs: readonly Input[],
  options: DedupeOptions,
  sink: Sink,
  onProgress: OnProgress,
): Promise<DedupeReport> {
  const run = openRun<SavedGroups>(inputs, options, 'groups')
  const groups = new GroupCollector(run.salt, options.memory.bytes, () => run.openFolder(), run.saved)
  const keeper: Keeper = {
    isNew(url, input) {
      groups.add(url, input)
      return false
    },
    endRecord: () => undefined,
  }
  return run.run(async () => {
    const createWork: CreateWork = (read, output) => run.wrap(createKeeperWork(read, { ...options, output }, keeper))
    const report = await runInputs(run.watch(inputs, groups), options, createWork, sink, onProgress)
    run.save()
    return { ...report, accepted: groups.accepted, unique: await groups.finish(sink) }
  })
}

function openRun<Saved>(
  inputs: readonly Input[],
  options: DedupeOptions,
  kind: 'unique' | 'groups',
): LimitedRun<Saved> {
  const { policy, input, output, base, memory, salt, onRejected } = options
  // Rejected inputs are reported while they are read, so a run that reports them must read everything again.
  const identity =
    onRejected === undefined ? identifyRun(inputs, [kind, policy.fingerprint, input, output, base, memory.bytes]) : null
  return new LimitedRun<Saved>(memory, identity, salt)
}

/** Creates the work for blocks, once the formats of input and output are known. */
type CreateWork = (read: RecordInput, output: RecordOutput) => BlockWork

function createUniqueWork(options: DedupeOptions, unique: UniqueRecords): CreateWork {
  const { policy, base, onRejected } = options
  return (read, output) => {
    const isPlainText = read.kind === 'text' && output.format === 'text' && !output.withKey && base === null
    if (isPlainText) return createUniqueTextWork(policy, unique, onRejected !== undefined)
    const work = createKeeperWork(read, { ...options, output }, unique)
    return (block, memory) => unique.takeCandidates(work(block, memory))
  }
}

async function runInputs(
  inputs: readonly Input[],
  options: DedupeOptions,
  createWork: CreateWork,
  sink: Sink,
  onProgress: OnProgress,
): Promise<InputReport> {
  const { input, output, onRejected } = options
  const start = (read: RecordInput, chosen = output): ChooseRunner => {
    const runner = createLocalRunner(createWork(read, chosen))
    return () => runner
  }
  if (input.kind === 'text') return runLines(inputs, start(input), sink, onProgress, onRejected)
  if (input.kind === 'jsonl') {
    const { runRecords } = await import('./run-records.ts')
    return runRecords(inputs, { ...input, output, start }, sink, onProgress, onRejected)
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

function createKeeperWork(
  read: RecordInput,
  { policy, base, output, onRejected }: DedupeOptions,
  keeper: Keeper,
): BlockWork {
  const judge = createJobJudge({ explains: false, base }, policy)
  const keepsRejected = onRejected !== undefined
  if (read.kind === 'text') return createDedupeWork(judge, keeper, createLineFormat(output), keepsRejected)
  if (read.kind === 'table') {
    return createTableWork(read.shape, { output, judgeCell: createCellJudge(policy, judge), keeper, keepsRejected })
  }
  const format = createRecordFormat(output, read.names)
  return createRecordDedupeWork(judge, keeper, { input: read, format, keepsRejected })
}
