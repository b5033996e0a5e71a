import { Buffer } from 'node:buffer'
import type { Policy } from '@canonist/core'
import { createLocalRunner } from './block-runner.ts'
import type { BlockWork } from './block-work.ts'
import { createDedupeWork, createRecordDedupeWork, type IsNew } from './dedupe-work.ts'
import type { Input } from '../io/input.ts'
import { createJudge } from './judge.ts'
import { DELIMITERS } from '../io/line-formats.ts'
import { formatHeader, createLineFormat, type LineFormat, type LineFormatOptions } from './line-format.ts'
import type { OnProgress, OnRejected, InputReport } from '../io/input-report.ts'
import { runLines } from './run-lines.ts'
import { SeenUrls } from './seen-urls.ts'
import type { Sink } from '../io/sink.ts'
import { UrlGroups } from './url-groups.ts'

export interface DedupeOptions extends LineFormatOptions {
  readonly policy: Policy
  readonly column: string | null
  /** Chance for the hash table, fresh for every run. */
  readonly salt: string
  readonly onRejected?: OnRejected | undefined
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
  const { format, column } = options
  const isTable = column !== null && (format === 'csv' || format === 'tsv')
  const run = isTable ? runUniqueRows : runUniqueLines
  const report = await run(inputs, options, counter.isNew, sink, onProgress)
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
  const runner = createLocalRunner(createWork(options, counter.isNew, () => ''))
  const report = await runLines(inputs, () => runner, sink, onProgress, options.onRejected)
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

type RunUnique = (
  inputs: readonly Input[],
  options: DedupeOptions,
  isNew: IsNew,
  sink: Sink,
  onProgress: OnProgress,
) => Promise<InputReport>

const runUniqueLines: RunUnique = async (inputs, options, isNew, sink, onProgress) => {
  const header = options.column === null ? formatHeader(options.format, options.withKey) : null
  if (header !== null) await sink.write(Buffer.from(`${header}\n`))
  const runner = createLocalRunner(createWork(options, isNew, createLineFormat(options)))
  return runLines(inputs, () => runner, sink, onProgress, options.onRejected)
}

const runUniqueRows: RunUnique = async (
  inputs,
  { policy, format, column, withKey, isSafe, onRejected },
  isNew,
  sink,
  onProgress,
) => {
  const { runTable } = await import('./run-table.ts')
  const delimiter = DELIMITERS[format === 'tsv' ? 'tsv' : 'csv']
  const options = { delimiter, isSafe, column: column ?? '', withKey, judge: createJudge(policy), isNew }
  return runTable(inputs, options, sink, onProgress, onRejected)
}

function createWork({ policy, column, onRejected }: DedupeOptions, isNew: IsNew, format: LineFormat): BlockWork {
  const judge = createJudge(policy)
  const keepsRejected = onRejected !== undefined
  return column === null
    ? createDedupeWork(judge, isNew, format, keepsRejected)
    : createRecordDedupeWork(judge, isNew, column, keepsRejected)
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
