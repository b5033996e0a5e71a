import { normalizeList, type NormalizeListOptions } from '@canonist/lists/internal/lists/normalize-list'
import { sumSizes } from '@canonist/lists/internal/io/input'
import { RunError } from '../../run-error.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { rejectSafeWithoutTable } from '../../flags/table.ts'
import { chooseExitCode } from '../../flags/rejections.ts'
import { readTableFlags, rejectOnTerminal } from '../../flags/table.ts'
import { detectLists } from '@canonist/lists/internal/lists/detect-lists'
import { openInputs } from '../../open-inputs.ts'
import { loadListPolicy } from '@canonist/server/internal/policies/load-policy'
import { createTableNotice } from '../../output/table-notice.ts'
import { withRejects } from '../../output/rejects-file.ts'
import { startProgress } from '../../output/progress.ts'
import { describeRejections } from '../../output/describe-rejections.ts'
import type { NormalizeFlags } from './command.ts'

export async function run(
  environment: Environment,
  flags: NormalizeFlags,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  const opened = await openInputs(args, environment, { mayBeBinary: true, format: flags.inputFormat })
  const { inputs, format } = await detectLists(opened, flags.inputFormat)
  const options = await readOptions({ ...flags, inputFormat: format ?? undefined }, args, environment)
  const progress = await startProgress(environment, sumSizes(inputs), flags.quiet)
  try {
    const report = await withRejects(environment, flags, inputs, (onRejected) =>
      normalizeList(inputs, environment.sink, { ...options, onProgress: progress.update, onRejected }),
    )
    progress.stop()
    const line = describeRejections(report, options.inputFormat)
    if (line !== null && !flags.quiet) environment.notify(line)
    return chooseExitCode(report.rejected, flags)
  } finally {
    progress.stop()
  }
}

async function readOptions(
  flags: NormalizeFlags,
  args: readonly string[],
  environment: Environment,
): Promise<NormalizeListOptions> {
  const { key, explain, csvSafe, jobs } = flags
  const table = readTableFlags(flags, args, explain ? 'jsonl' : 'text')
  if (explain && table.format !== 'jsonl') {
    throw new RunError(
      `--explain cannot be shown in ${table.format} output. Leave out --format, or pass --format jsonl.`,
      2,
    )
  }
  rejectOnTerminal(table.format, environment)
  rejectSafeWithoutTable(csvSafe, table.format)
  const { policy, source } = await loadListPolicy(flags.policy, flags.defaultScheme)
  return {
    ...table,
    policy,
    source,
    withKey: key,
    explains: explain,
    isSafe: csvSafe,
    jobs: { count: jobs ?? environment.cores, isGiven: jobs !== undefined },
    onTable: createTableNotice(environment, flags),
  }
}
