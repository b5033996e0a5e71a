import { Buffer } from 'node:buffer'
import type { Policy } from '@canonist/core'
import { normalizeRunners, type Jobs } from '../../bulk/choose-runner.ts'
import { createJudge } from '../../bulk/judge.ts'
import { headerLine } from '../../bulk/line-format.ts'
import type { NormalizeJob } from '../../bulk/normalize-job.ts'
import { runLines } from '../../bulk/run-lines.ts'
import type { OnProgress, Report } from '../../io/input-report.ts'
import { totalSize, type Input } from '../../io/input.ts'
import { DELIMITERS } from '../../io/line-formats.ts'
import type { Sink } from '../../io/sink.ts'
import { abortable, type ListOptions, type PolicySource } from './list-options.ts'

export type { Jobs } from '../../bulk/choose-runner.ts'

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
 * @example await normalizeList([await fileInput('urls.txt')], sink, { policy: policies.dedupe, format: 'text' })
 */
export async function normalizeList(
  inputs: readonly Input[],
  sink: Sink,
  options: NormalizeListOptions,
): Promise<Report> {
  const { policy, format, column = null, jobs = { count: 1, isGiven: true } } = options
  const job: NormalizeJob = {
    policy: options.source ?? policy.spec,
    format,
    column,
    withKey: options.withKey ?? false,
    explains: options.explains ?? false,
    isSafe: options.isSafe ?? false,
  }
  const run: Run = { job, policy, jobs, inputs, onProgress: options.onProgress ?? (() => undefined) }
  const isTable = column !== null && (format === 'csv' || format === 'tsv')
  return (isTable ? rewriteTable : rewriteLines)(abortable(sink, options.signal), run)
}

interface Run {
  readonly job: NormalizeJob
  readonly policy: Policy
  readonly jobs: Jobs
  readonly inputs: readonly Input[]
  readonly onProgress: OnProgress
}

async function rewriteLines(sink: Sink, { job, policy, jobs, inputs, onProgress }: Run): Promise<Report> {
  const header = job.column === null ? headerLine(job.format, job.withKey) : null
  if (header !== null) await sink.write(Buffer.from(`${header}\n`))
  const runners = normalizeRunners(job, policy, jobs, totalSize(inputs))
  try {
    return await runLines(inputs, runners.choose, sink, onProgress)
  } finally {
    await runners.close()
  }
}

async function rewriteTable(sink: Sink, { job, policy, inputs, onProgress }: Run): Promise<Report> {
  const { runTable } = await import('../../bulk/run-table.ts')
  const judge = createJudge(policy)
  const delimiter = DELIMITERS[job.format === 'tsv' ? 'tsv' : 'csv']
  const options = { delimiter, isSafe: job.isSafe, column: job.column ?? '', withKey: job.withKey, judge, isNew: null }
  return runTable(inputs, options, sink, onProgress)
}
