import { Buffer } from 'node:buffer'
import type { Policy } from '@canonist/core'
import { createRunners } from '../../bulk/choose-runner.ts'
import type { Jobs } from '../../bulk/jobs.ts'
import { createJudge } from '../../bulk/judge.ts'
import { formatHeader } from '../../bulk/line-format.ts'
import type { NormalizeJob } from '../../bulk/normalize-job.ts'
import { runLines } from '../../bulk/run-lines.ts'
import type { OnProgress, OnRejected, InputReport } from '../../io/input-report.ts'
import { sumSizes, type Input } from '../../io/input.ts'
import { DELIMITERS } from '../../io/line-formats.ts'
import type { Sink } from '../../io/sink.ts'
import { makeAbortable, type ListOptions, type PolicySource } from './list-options.ts'

export type { Jobs } from '../../bulk/jobs.ts'

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
export async function normalizeList(
  inputs: readonly Input[],
  sink: Sink,
  options: NormalizeListOptions,
): Promise<InputReport> {
  const { policy, format, column = null, jobs = { count: 1, isGiven: true } } = options
  const job: NormalizeJob = {
    policy: options.source ?? policy.spec,
    format,
    column,
    withKey: options.withKey ?? false,
    explains: options.explains ?? false,
    isSafe: options.isSafe ?? false,
    keepsRejected: options.onRejected !== undefined,
  }
  const run: Run = {
    job,
    policy,
    jobs,
    inputs,
    onProgress: options.onProgress ?? (() => undefined),
    onRejected: options.onRejected,
  }
  const isTable = column !== null && (format === 'csv' || format === 'tsv')
  return (isTable ? rewriteTable : rewriteLines)(makeAbortable(sink, options.signal), run)
}

interface Run {
  readonly job: NormalizeJob
  readonly policy: Policy
  readonly jobs: Jobs
  readonly inputs: readonly Input[]
  readonly onProgress: OnProgress
  readonly onRejected: OnRejected | undefined
}

async function rewriteLines(
  sink: Sink,
  { job, policy, jobs, inputs, onProgress, onRejected }: Run,
): Promise<InputReport> {
  const header = job.column === null ? formatHeader(job.format, job.withKey) : null
  if (header !== null) await sink.write(Buffer.from(`${header}\n`))
  const runners = createRunners(job, policy, jobs, sumSizes(inputs))
  try {
    return await runLines(inputs, runners.choose, sink, onProgress, onRejected)
  } finally {
    await runners.close()
  }
}

async function rewriteTable(sink: Sink, { job, policy, inputs, onProgress, onRejected }: Run): Promise<InputReport> {
  const { runTable } = await import('../../bulk/run-table.ts')
  const judge = createJudge(policy)
  const delimiter = DELIMITERS[job.format === 'tsv' ? 'tsv' : 'csv']
  const options = { delimiter, isSafe: job.isSafe, column: job.column ?? '', withKey: job.withKey, judge, isNew: null }
  return runTable(inputs, options, sink, onProgress, onRejected)
}
