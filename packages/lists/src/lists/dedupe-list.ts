import { runGroups, runUnique, type DedupeReport } from '../bulk/run-dedupe.ts'
import type { Jobs } from '../bulk/jobs.ts'
import { DEFAULT_MEMORY, type MemoryLimit } from '../bulk/spill/memory-limit.ts'
import type { Input } from '../io/input.ts'
import type { KeptFile } from '../io/keep-input.ts'
import type { Sink } from '../io/sink.ts'
import {
  chooseListInput,
  chooseListOutput,
  makeAbortable,
  type LineListOptions,
  type ListOptions,
  type PolicySource,
} from './list-options.ts'
import { chooseParquetRun } from './parquet-run.ts'
import { runFormats } from './run-formats.ts'

export type { DedupeReport } from '../bulk/run-dedupe.ts'
export { DEFAULT_MEMORY, type MemoryLimit } from '../bulk/spill/memory-limit.ts'

export interface DedupeListOptions extends ListOptions {
  /** Of the same policy; its spec where none is given. */
  readonly source?: PolicySource | undefined
  /** One thread where none are given. Lists of URLs use up to two; tables and groups use one. */
  readonly jobs?: Jobs | undefined
  /** Chance for the hash table, fresh for every run, so that no one can prepare a list that is slow. */
  readonly salt: string
  /** Whether each URL is written with its count and its lines (jsonl). */
  readonly groups?: boolean | undefined
  /** How much memory may be used, in bytes, and where to put what does not fit: 512 MB, and the system's folder for temporary files. */
  readonly memory?: MemoryLimit | undefined
}

/**
 * Writes every URL once, in order of first sight.
 *
 * @example await dedupeList([await openInputFile('urls.txt')], sink, { policy: policies.dedupe, format: 'text', salt: randomUUID() })
 */
export function dedupeList(inputs: readonly Input[], sink: Sink, options: DedupeListOptions): Promise<DedupeReport> {
  return runFormats(inputs, sink, options, {
    lines: dedupeLines,
    parquet: dedupeParquet,
    writesUrlsOnly,
    // Most of the limit is for the URLs.
    limitGroup: ({ memory = DEFAULT_MEMORY }) => memory.bytes / 8,
  })
}

const writesUrlsOnly = ({ format, groups = false }: DedupeListOptions): boolean => format === 'text' || groups

function dedupeLines(
  inputs: readonly Input[],
  sink: Sink,
  options: DedupeListOptions & LineListOptions,
): Promise<DedupeReport> {
  const { policy, source = policy.spec, salt, groups = false, base = null, memory = DEFAULT_MEMORY } = options
  const { jobs = { count: 1, isGiven: true } } = options
  const { onProgress = () => undefined, onRejected, onTable, signal } = options
  const run = groups ? runGroups : runUnique
  const [input, output] = [chooseListInput(options), chooseListOutput(options)]
  return run(
    inputs,
    { policy, source, jobs, input, output, base, salt, memory, onRejected, onTable },
    makeAbortable(sink, signal),
    onProgress,
  )
}

async function dedupeParquet(
  files: readonly KeptFile[],
  sink: Sink,
  options: DedupeListOptions,
): Promise<DedupeReport> {
  const { runUniqueParquet } = await import('../bulk/run-unique-parquet.ts')
  const { salt, memory = DEFAULT_MEMORY, onProgress = () => undefined, onRejected, signal } = options
  const run = { ...chooseParquetRun(options), salt, memory }
  return runUniqueParquet(files, run, makeAbortable(sink, signal), onProgress, onRejected)
}
