import { Buffer } from 'node:buffer'
import type { Policy } from '@canonist/core'
import { buildCommand } from '@stricli/core'
import { normalizeRunners, type Jobs } from '../../../bulk/choose-runner.ts'
import type { Input } from '../../../io/input.ts'
import { createJudge } from '../../../bulk/judge.ts'
import { DELIMITERS, FORMATS, type Format } from '../../../io/line-formats.ts'
import { headerLine } from '../../../bulk/line-format.ts'
import type { NormalizeJob } from '../../../bulk/normalize-job.ts'
import type { OnProgress, Report } from '../../../io/input-report.ts'
import { RunError } from '../../../io/run-error.ts'
import { runLines } from '../../../bulk/run-lines.ts'
import { command, type CanonistContext, type DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { refuseSafeWithoutTable } from '../../flags/csv-safe.ts'
import { columnFlag, csvSafeFlag, keyFlag, policyFlag, quietFlag, text } from '../../flags/common.ts'
import { inputsOf, totalSize } from '../../inputs.ts'
import { loadPolicy } from '../../load-policy.ts'
import { exitCodeFor, maxInvalidFlag } from '../../flags/max-invalid.ts'
import { startProgress } from '../../output/progress.ts'
import { rejectionLine } from '../../output/rejections.ts'

interface Flags {
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

async function normalize(environment: Environment, flags: Flags, ...args: readonly string[]): Promise<DoneExitCode> {
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

async function planOf({ policy: ref, format, column, key, explain, csvSafe }: Flags): Promise<Plan> {
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

function jobsOf({ jobs }: Flags, { cores }: Environment): Jobs {
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

function parseJobs(input: string): number {
  const count = Number(input)
  if (!/^\d+$/.test(input) || count < 1 || count > 256) throw new Error('it must be a number from 1 to 256')
  return count
}

export const normalizeCommand = buildCommand<Flags, readonly string[], CanonistContext>({
  func: command(normalize),
  parameters: {
    flags: {
      policy: policyFlag,
      format: {
        kind: 'enum',
        values: FORMATS,
        optional: true,
        brief: 'Format of the output [default = text, with --explain jsonl]',
      },
      column: columnFlag,
      key: keyFlag,
      explain: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Add the changes, rule by rule (jsonl)',
      },
      csvSafe: csvSafeFlag,
      jobs: {
        kind: 'parsed',
        parse: parseJobs,
        optional: true,
        placeholder: 'N',
        brief: 'Threads [default = all cores, for input of 8 MiB and more]',
      },
      maxInvalid: maxInvalidFlag,
      quiet: quietFlag,
    },
    aliases: { p: 'policy', f: 'format', j: 'jobs', q: 'quiet' },
    positional: {
      kind: 'array',
      parameter: { parse: text, placeholder: 'FILE', brief: 'A file (also .gz and .zst), - for stdin, or a URL' },
    },
  },
  docs: {
    brief: 'One normalized URL out for each line in',
    customUsage: ['[flags] [FILE...]'],
    fullDescription: [
      'One line out for each line in, in order. An invalid line gives an empty line, a count on stderr and exit code 1.',
      '',
      'EXAMPLES',
      '  canonist normalize urls.txt > normalized.txt',
      '  zcat urls.gz | canonist normalize --key --policy sources',
      '  canonist normalize --format csv --column link table.csv',
      '  canonist normalize --explain "https://Example.com/a/../b?utm_source=x"',
    ].join('\n'),
  },
})
