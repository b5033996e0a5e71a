import { Buffer } from 'node:buffer'
import type { Policy } from '@canonist/core'
import { normalizeRunners, type Jobs } from '../../../bulk/choose-runner.ts'
import { totalSize, type Input } from '../../../io/input.ts'
import { createJudge } from '../../../bulk/judge.ts'
import { DELIMITERS, type Format } from '../../../io/line-formats.ts'
import { headerLine } from '../../../bulk/line-format.ts'
import type { NormalizeJob } from '../../../bulk/normalize-job.ts'
import type { OnProgress, Report } from '../../../io/input-report.ts'
import { RunError } from '../../run-error.ts'
import { runLines } from '../../../bulk/run-lines.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { refuseSafeWithoutTable } from '../../flags/csv-safe.ts'
import { inputsOf } from '../../inputs.ts'
import { loadPolicy } from '../../../app/policies/load-policy.ts'
import { exitCodeFor } from '../../flags/max-invalid.ts'
import { startProgress } from '../../output/progress.ts'
import { rejectionLine } from '../../output/rejections.ts'

export interface NormalizeFlags {
  readonly policy: string
  readonly format: Format | undefined
  readonly column: string | undefined
  readonly key: boolean
  readonly explain: boolean
  readonly csvSafe: boolean
  readonly jobs: number | undefined
  readonly maxInvalid: number
  readonly quiet: boolean
}

export async function normalize(
  environment: Environment,
  flags: NormalizeFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const { job, policy } = await planOf(flags)
  const inputs = await inputsOf(args, environment)
  const progress = await startProgress(environment, totalSize(inputs), flags.quiet)
  const isTable = job.column !== null && (job.format === 'csv' || job.format === 'tsv')
  try {
    const run = isTable ? rewriteTable : rewriteLines
    const report = await run(environment, job, policy, jobsOf(flags, environment), inputs, progress.update)
    progress.stop()
    const line = rejectionLine(report)
    if (line !== null && !flags.quiet) environment.tell(line)
    return exitCodeFor(report.rejected, flags.maxInvalid)
  } finally {
    progress.stop()
  }
}

interface Plan {
  readonly job: NormalizeJob
  readonly policy: Policy
}

async function planOf({ policy: ref, format, column, key, explain, csvSafe }: NormalizeFlags): Promise<Plan> {
  const chosen = format ?? (explain ? 'jsonl' : 'text')
  if (explain && chosen !== 'jsonl') {
    throw new RunError(`--explain has no place in ${chosen} output; leave out --format, or give --format jsonl`, 2)
  }
  if (column !== undefined && chosen === 'text') {
    throw new RunError('--column needs a format with columns; add --format csv, tsv or jsonl', 2)
  }
  refuseSafeWithoutTable(csvSafe, chosen)
  const { policy, source } = await loadPolicy(ref)
  const job = {
    policy: source,
    format: chosen,
    column: column ?? null,
    withKey: key,
    explains: explain,
    isSafe: csvSafe,
  }
  return { job, policy }
}

function jobsOf({ jobs }: NormalizeFlags, { cores }: Environment): Jobs {
  return { count: jobs ?? cores, isGiven: jobs !== undefined }
}

type Rewrite = (
  environment: Environment,
  job: NormalizeJob,
  policy: Policy,
  jobs: Jobs,
  inputs: readonly Input[],
  onProgress: OnProgress,
) => Promise<Report>

const rewriteLines: Rewrite = async ({ sink }, job, policy, jobs, inputs, onProgress) => {
  const header = job.column === null ? headerLine(job.format, job.withKey) : null
  if (header !== null) await sink.write(Buffer.from(`${header}\n`))
  const runners = normalizeRunners(job, policy, jobs, totalSize(inputs))
  try {
    return await runLines(inputs, runners.choose, sink, onProgress)
  } finally {
    await runners.close()
  }
}

const rewriteTable: Rewrite = async ({ sink }, job, policy, _jobs, inputs, onProgress) => {
  const { runTable } = await import('../../../bulk/run-table.ts')
  const judge = createJudge(policy)
  const delimiter = DELIMITERS[job.format === 'tsv' ? 'tsv' : 'csv']
  const options = { delimiter, isSafe: job.isSafe, column: job.column ?? '', withKey: job.withKey, judge, isNew: null }
  return runTable(inputs, options, sink, onProgress)
}
