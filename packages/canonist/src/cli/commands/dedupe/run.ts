import { resolve } from 'node:path'
import { sumSizes } from '@canonist/lists/internal/io/input'
import type { ListInputFormat } from '@canonist/lists/internal/io/line-formats'
import {
  DEFAULT_MEMORY,
  dedupeList,
  type DedupeListOptions,
  type DedupeReport,
} from '@canonist/lists/internal/lists/dedupe-list'
import { collectEarly } from '../../keep-heap-small.ts'
import { RunError } from '../../run-error.ts'
import { formatPercent } from '@canonist/core/internal/text/format-percent'
import type { DoneExitCode } from '../../context.ts'
import type { OutputFlag } from '../../define-command.ts'
import type { Environment } from '../../environment.ts'
import { rejectSafeWithoutTable } from '../../flags/table.ts'
import { detectLists } from '@canonist/lists/internal/lists/detect-lists'
import { openInputs } from '../../open-inputs.ts'
import { loadListPolicy } from '@canonist/server/internal/policies/load-policy'
import { readTableFlags, rejectOnTerminal } from '../../flags/table.ts'
import { createTableNotice } from '../../output/table-notice.ts'
import { chooseExitCode } from '../../flags/rejections.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { withRejects } from '../../output/rejects-file.ts'
import { startProgress } from '../../output/progress.ts'
import { describeRejections } from '../../output/describe-rejections.ts'
import type { DedupeFlags } from './command.ts'
import { accessSync, constants, statSync } from 'node:fs'
import { quoteEmpty } from '@canonist/core/internal/text/quote-empty'

export async function run(
  environment: Environment,
  flags: DedupeFlags & OutputFlag,
  ...args: readonly string[]
): Promise<DoneExitCode> {
  rejectUnusableTemp(flags.temp)
  const opened = await openInputs(args, environment, { mayBeBinary: true, format: flags.inputFormat })
  const { inputs, format } = await detectLists(opened, flags.inputFormat)
  const options = await readOptions({ ...flags, inputFormat: format ?? undefined }, args, environment)
  const progress = await startProgress(environment, sumSizes(inputs), flags.quiet)
  try {
    const report = await withRejects(environment, flags, inputs, (onRejected) =>
      dedupeList(inputs, environment.sink, { ...options, onProgress: progress.update, onRejected }),
    )
    progress.stop()
    if (!flags.quiet) reportSummary(environment, report, options.inputFormat)
    return chooseExitCode(report.rejected, flags)
  } finally {
    progress.stop()
  }
}

async function readOptions(
  flags: DedupeFlags & OutputFlag,
  args: readonly string[],
  environment: Environment,
): Promise<DedupeListOptions> {
  const { key, groups, csvSafe, jobs, output } = flags
  const table = readTableFlags(flags, args, groups ? 'jsonl' : 'text')
  // Groups and rows are objects; everything else that grows with the list is outside of V8's heap.
  if (groups || table.column !== undefined) collectEarly()
  if (groups && table.format !== 'jsonl') {
    throw new RunError(
      `--groups cannot be shown in ${table.format} output. Leave out --format, or pass --format jsonl.`,
      2,
    )
  }
  if (groups && table.into !== undefined)
    throw new RunError('--into adds a column to the rows of a table, and --groups writes groups. Leave out --into.', 2)
  rejectOnTerminal(table.format, environment)
  rejectSafeWithoutTable(csvSafe, table.format)
  const { policy, source } = await loadListPolicy(flags.policy, flags.defaultScheme)
  return {
    ...table,
    policy,
    source,
    jobs: { count: jobs ?? environment.cores, isGiven: jobs !== undefined },
    // A group always has its key.
    withKey: key && !groups,
    isSafe: csvSafe,
    salt: environment.salt,
    groups,
    memory: {
      bytes: flags.memory ?? DEFAULT_MEMORY.bytes,
      temp: flags.temp,
      output: output === undefined || output === '-' ? undefined : resolve(output),
      onStale: (paths) => notifyStale(paths, environment),
    },
    onTable: createTableNotice(environment, flags),
  }
}

function notifyStale(paths: readonly string[], { notify }: Environment): void {
  for (const path of paths) {
    notify(
      `canonist: ${path} is left from another interrupted run. Remove it, unless you will resume that run with the same command.`,
    )
  }
}

function reportSummary({ notify }: Environment, report: DedupeReport, inputFormat: ListInputFormat | undefined): void {
  const { lines, unique, accepted, rejected } = report
  const duplicates = accepted - unique
  const empty = lines - accepted - rejected
  const share = accepted === 0 ? 0 : duplicates / accepted
  const parts = [
    plural(lines, 'line'),
    `${unique.toLocaleString('en')} unique`,
    `${plural(duplicates, 'duplicate')} (${formatPercent(share)})`,
    `${rejected.toLocaleString('en')} invalid`,
    ...(empty === 0 ? [] : [`${empty.toLocaleString('en')} empty`]),
  ]
  notify(`canonist: ${parts.join(', ')}`)
  const line = describeRejections(report, inputFormat)
  if (line !== null) notify(line)
}

/** Rejects a folder of --temp that cannot be used: the run may need it only after hours. */
function rejectUnusableTemp(folder: string | undefined): void {
  const fault = folder === undefined ? null : findFault(folder)
  if (folder !== undefined && fault !== null) throw new RunError(`--temp ${quoteEmpty(folder)}: ${fault}`, 2)
}

function findFault(folder: string): string | null {
  try {
    const info = statSync(folder, { throwIfNoEntry: false })
    if (info === undefined) return 'The folder does not exist. Create it, or name another one.'
    if (!info.isDirectory()) return 'It is not a folder. Name a folder.'
    accessSync(folder, constants.W_OK | constants.X_OK)
    return null
  } catch {
    return 'This user may not write to the folder. Change its permissions, or name another one.'
  }
}
