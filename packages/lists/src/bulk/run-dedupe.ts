import { Buffer } from 'node:buffer'
import type { Policy, PolicyName, PolicySpec } from '@canonist/core'
import { createLocalRunner } from './block-runner.ts'
import type { BlockWork } from './block-work.ts'
import { createDedupeWork, createRecordDedupeWork, type Keeper } from './dedupe-work.ts'
import { sumSizes, type Input } from '../io/input.ts'
import { PIECE_BYTES } from '../io/lines.ts'
import { formatHeader, createLineFormat } from './line-format.ts'
import type { Jobs } from './jobs.ts'
import { createJobJudge, type NormalizeJob, type RecordInput } from './normalize-job.ts'
import type { OnProgress, OnRejected, InputReport } from '../io/input-report.ts'
import type { RecordColumn } from './json-record.ts'
import { createRecordFormat } from './record-format.ts'
import type { RecordOutput } from './record-output.ts'
import { runLines, type ChooseRunner } from './run-lines.ts'
import type { OnTable, TableInput } from './table-input.ts'
import type { Sink } from '../io/sink.ts'
import { createCellJudge, createTableWork } from './table-work.ts'
import { Candidates } from './spill/candidates.ts'
import { GroupCollector, type SavedGroups } from './spill/group-collector.ts'
import { LimitedRun } from './spill/limited-run.ts'
import { THREAD_BYTES, type MemoryLimit } from './spill/memory-limit.ts'
import { identifyRun } from './spill/run-identity.ts'
import { UniqueRecords, type SavedUnique } from './spill/unique-records.ts'
import { createUniqueTextRunners } from './unique-text-runners.ts'

export interface DedupeOptions {
  readonly policy: Policy
  /** The name of a built-in policy, or the spec of `policy`: threads define it again. */
  readonly source: PolicyName | PolicySpec
  /** The most threads for a list of URLs; everything else takes one. */
  readonly jobs: Jobs
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
  readonly onTable?: OnTable | undefined
}

export interface DedupeReport extends InputReport {
  /** Inputs that are URLs. */
  readonly accepted: number
  readonly unique: number
}

/** Writes the first input of every URL. */
export async function runUnique(
  inputs: readonly Input[],
  given: DedupeOptions,
  sink: Sink,
  onProgress: OnProgress,
): Promise<DedupeReport> {
  const options = { ...given, ...shareMemory(given) }
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
    const watched = run.watch(inputs, unique)
    const report = await (isPlainText(options)
      ? runUniqueText(watched, options, { unique, run }, sink, onProgress)
      : runInputs(watched, options, createUniqueWork(options, { unique, run }), sink, onProgress))
    run.save()
    return { ...report, accepted: unique.accepted, unique: await unique.finish(sink) }
  })
}

/** A second thread takes its memory from the limit. */
function shareMemory(options: DedupeOptions): Pick<DedupeOptions, 'jobs' | 'memory'> {
  const { jobs, memory } = options
  const { bytes, threadBytes = THREAD_BYTES } = memory
  if (jobs.count === 1 || !isPlainText(options)) return { jobs, memory }
  if (bytes < threadBytes * 4) return { jobs: { ...jobs, count: 1 }, memory }
  return { jobs, memory: { ...memory, bytes: bytes - threadBytes } }
}

interface UniqueRun {
  readonly unique: UniqueRecords
  readonly run: LimitedRun<SavedUnique>
}

const isPlainText = ({ input, output, base }: DedupeOptions): boolean =>
  input.kind === 'text' && output.format === 'text' && !output.withKey && base === null

async function runUniqueText(
  inputs: readonly Input[],
  { policy, source, jobs, output, base, onRejected }: DedupeOptions,
  { unique, run }: UniqueRun,
  sink: Sink,
  onProgress: OnProgress,
): Promise<InputReport> {
  const keepsRejected = onRejected !== undefined
  const job: NormalizeJob = { policy: source, input: { kind: 'text' }, output, base, explains: false, keepsRejected }
  const runners = createUniqueTextRunners({ job, policy, jobs, size: sumSizes(inputs) }, unique, run)
  try {
    return await runLines(inputs, runners.choose, sink, onProgress, onRejected)
  } finally {
    await runners.close()
  }
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

function createUniqueWork(options: DedupeOptions, { unique, run }: UniqueRun): CreateWork {
  return (read, output) => {
    const work = createKeeperWork(read, { ...options, output }, unique)
    return run.wrap((block, memory) => unique.takeCandidates(work(block, memory)))
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
    // A block of a table becomes one string, and longer ones would stay in memory until V8 collects its old generation.
    const runner = createLocalRunner(createWork(read, chosen), PIECE_BYTES)
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
      onTable: options.onTable,
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
