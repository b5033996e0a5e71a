import { buildCommand } from '@stricli/core'
import { FORMATS, type Format } from '../../../io/line-formats.ts'
import { runGroups, runUnique, type DedupeOptions, type DedupeReport } from '../../../bulk/run-dedupe.ts'
import { RunError } from '../../../io/run-error.ts'
import { percent } from '../../../text/percent.ts'
import { command, type CanonistContext, type DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { refuseSafeWithoutTable } from '../../flags/csv-safe.ts'
import { columnFlag, csvSafeFlag, keyFlag, policyFlag, quietFlag, text } from '../../flags/common.ts'
import { inputsOf, totalSize } from '../../inputs.ts'
import { loadPolicy } from '../../load-policy.ts'
import { exitCodeFor, maxInvalidFlag } from '../../flags/max-invalid.ts'
import { plural } from '../../../text/plural.ts'
import { startProgress } from '../../output/progress.ts'
import { rejectionLine } from '../../output/rejections.ts'

interface Flags {
  readonly policy: string
  readonly format: Format | undefined
  readonly column: string | undefined
  readonly key: boolean
  readonly groups: boolean
  readonly csvSafe: boolean
  readonly maxInvalid: number
  readonly quiet: boolean
}

async function dedupe(environment: Environment, flags: Flags, ...args: readonly string[]): Promise<DoneExitCode> {
  const options = await optionsOf(flags, environment)
  const inputs = await inputsOf(args, environment)
  const progress = await startProgress(environment, totalSize(inputs), flags.quiet)
  try {
    const run = flags.groups ? runGroups : runUnique
    const report = await run(inputs, options, environment.sink, progress.update)
    progress.stop()
    if (!flags.quiet) tellSummary(environment, report)
    return exitCodeFor(report.rejected, flags.maxInvalid)
  } finally {
    progress.stop()
  }
}

async function optionsOf(
  { policy, format, column, key, groups, csvSafe }: Flags,
  { salt }: Environment,
): Promise<DedupeOptions> {
  const chosen = format ?? (groups ? 'jsonl' : 'text')
  if (groups && chosen !== 'jsonl') {
    throw new RunError(`--groups has no place in ${chosen} output; leave out --format, or give --format jsonl`, 2)
  }
  if (column !== undefined && chosen === 'text') {
    throw new RunError('--column needs a format with columns; add --format csv, tsv or jsonl', 2)
  }
  refuseSafeWithoutTable(csvSafe, chosen)
  const loaded = await loadPolicy(policy)
  return { policy: loaded.policy, format: chosen, column: column ?? null, withKey: key, isSafe: csvSafe, salt }
}

function tellSummary({ tell }: Environment, report: DedupeReport): void {
  const { lines, unique, accepted, rejected } = report
  const duplicates = accepted - unique
  const empty = lines - accepted - rejected
  const share = accepted === 0 ? 0 : duplicates / accepted
  const parts = [
    plural(lines, 'line'),
    `${unique.toLocaleString('en')} unique`,
    `${plural(duplicates, 'duplicate')} (${percent(share)})`,
    `${rejected.toLocaleString('en')} invalid`,
    ...(empty === 0 ? [] : [`${empty.toLocaleString('en')} empty`]),
  ]
  tell(`canonist: ${parts.join(', ')}`)
  const line = rejectionLine(report)
  if (line !== null) tell(line)
}

export const dedupeCommand = buildCommand<Flags, readonly string[], CanonistContext>({
  func: command(dedupe),
  parameters: {
    flags: {
      policy: policyFlag,
      format: {
        kind: 'enum',
        values: FORMATS,
        optional: true,
        brief: 'Format of the output [default = text, with --groups jsonl]',
      },
      column: columnFlag,
      key: keyFlag,
      groups: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Print every URL with its count and the distinct lines that stand for it (jsonl)',
      },
      csvSafe: csvSafeFlag,
      maxInvalid: maxInvalidFlag,
      quiet: quietFlag,
    },
    aliases: { p: 'policy', f: 'format', g: 'groups', q: 'quiet' },
    positional: {
      kind: 'array',
      parameter: { parse: text, placeholder: 'FILE', brief: 'A file (also .gz and .zst), - for stdin, or a URL' },
    },
  },
  docs: {
    brief: 'Every URL once, in order of first sight',
    customUsage: ['[flags] [FILE...]'],
    fullDescription: [
      'Unique normalized URLs in order of first sight. Invalid lines are left out, counted on stderr, and give exit code 1.',
      '',
      'EXAMPLES',
      '  canonist dedupe urls.txt > unique.txt',
      '  canonist dedupe --groups monday.txt.gz tuesday.txt.gz > groups.jsonl',
      '  canonist dedupe --format csv --column link table.csv',
    ].join('\n'),
  },
})
