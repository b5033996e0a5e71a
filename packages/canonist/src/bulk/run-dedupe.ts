import { Buffer } from 'node:buffer'
import type { Policy } from '@canonist/core'
import { localRunner } from './block-runner.ts'
import type { BlockWork } from './block-work.ts'
import { createDedupeWork, createRecordDedupeWork, type IsNew } from './dedupe-work.ts'
import type { Input } from '../io/input.ts'
import { createJudge } from './judge.ts'
import { DELIMITERS } from '../io/line-formats.ts'
import { headerLine, lineFormat, type LineFormat, type LineFormatOptions } from './line-format.ts'
import type { OnProgress, Report } from '../io/input-report.ts'
import { runLines } from './run-lines.ts'
import { SeenUrls } from './seen-urls.ts'
import type { Sink } from '../io/sink.ts'
import { UrlGroups } from './url-groups.ts'

export interface DedupeOptions extends LineFormatOptions {
  readonly policy: Policy
  readonly column: string | null
  /** Chance for the hash table, fresh for every run. */
  readonly salt: string
}

export interface DedupeReport extends Report {
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
  const run = isTable ? uniqueRows : uniqueLines
  const report = await run(inputs, options, counter.isNew, sink, onProgress)
  return { ...report, accepted: counter.calls(), unique: seen.size }
}

/** Writes every URL once, with all the inputs that stand for it, when all have been read. */
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
  const runner = localRunner(dedupeWork(options, counter.isNew, () => ''))
  const report = await runLines(inputs, () => runner, sink, onProgress)
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
) => Promise<Report>

const uniqueLines: RunUnique = async (inputs, options, isNew, sink, onProgress) => {
  const header = options.column === null ? headerLine(options.format, options.withKey) : null
  if (header !== null) await sink.write(Buffer.from(`${header}\n`))
  const runner = localRunner(dedupeWork(options, isNew, lineFormat(options)))
  return runLines(inputs, () => runner, sink, onProgress)
}

const uniqueRows: RunUnique = async (inputs, { policy, format, column, withKey, isSafe }, isNew, sink, onProgress) => {
  const { runTable } = await import('./run-table.ts')
  const delimiter = DELIMITERS[format === 'tsv' ? 'tsv' : 'csv']
  const options = { delimiter, isSafe, column: column ?? '', withKey, judge: createJudge(policy), isNew }
  return runTable(inputs, options, sink, onProgress)
}

function dedupeWork({ policy, column }: DedupeOptions, isNew: IsNew, format: LineFormat): BlockWork {
  const judge = createJudge(policy)
  return column === null ? createDedupeWork(judge, isNew, format) : createRecordDedupeWork(judge, isNew, column)
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
