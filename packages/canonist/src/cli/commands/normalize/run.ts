import { normalizeList, type NormalizeListOptions } from '../../../app/lists/normalize-list.ts'
import { sumSizes } from '../../../io/input.ts'
import type { Format } from '../../../io/line-formats.ts'
import { RunError } from '../../run-error.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { rejectSafeWithoutTable } from '../../flags/csv-safe.ts'
import { chooseExitCode, type RejectionFlags } from '../../flags/rejections.ts'
import { openInputs } from '../../open-inputs.ts'
import { loadPolicy } from '../../../app/policies/load-policy.ts'
import { withRejects } from '../../output/rejects-file.ts'
import { startProgress } from '../../output/progress.ts'
import { describeRejections } from '../../output/describe-rejections.ts'

export interface NormalizeFlags extends RejectionFlags {
  readonly policy: string
  readonly format: Format | undefined
  readonly column: string | undefined
  readonly key: boolean
  readonly explain: boolean
  readonly csvSafe: boolean
  readonly jobs: number | undefined
  readonly quiet: boolean
}

export async function normalize(
  environment: Environment,
  flags: NormalizeFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const options = await readOptions(flags, environment)
  const inputs = await openInputs(args, environment)
  const progress = await startProgress(environment, sumSizes(inputs), flags.quiet)
  try {
    const report = await withRejects(environment, flags, (onRejected) =>
      normalizeList(inputs, environment.sink, { ...options, onProgress: progress.update, onRejected }),
    )
    progress.stop()
    const line = describeRejections(report)
    if (line !== null && !flags.quiet) environment.notify(line)
    return chooseExitCode(report.rejected, flags)
  } finally {
    progress.stop()
  }
}

async function readOptions(flags: NormalizeFlags, { cores }: Environment): Promise<NormalizeListOptions> {
  const { format, column, key, explain, csvSafe, jobs } = flags
  const chosen = format ?? (explain ? 'jsonl' : 'text')
  if (explain && chosen !== 'jsonl') {
    throw new RunError(`--explain cannot be shown in ${chosen} output. Leave out --format, or pass --format jsonl.`, 2)
  }
  if (column !== undefined && chosen === 'text') {
    throw new RunError('--column needs a format with columns. Add --format csv, tsv or jsonl.', 2)
  }
  rejectSafeWithoutTable(csvSafe, chosen)
  const { policy, source } = await loadPolicy(flags.policy)
  return {
    policy,
    source,
    format: chosen,
    column,
    withKey: key,
    explains: explain,
    isSafe: csvSafe,
    jobs: { count: jobs ?? cores, isGiven: jobs !== undefined },
  }
}
