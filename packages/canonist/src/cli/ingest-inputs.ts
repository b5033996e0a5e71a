import { sumSizes, type Input } from '@canonist/lists/internal/io/input'
import type { Format } from '@canonist/lists/internal/io/line-formats'
import { RunError } from './run-error.ts'
import {
  type IngestListsOptions,
  type IngestReport,
  identifySource,
} from '@canonist/server/internal/ingest/ingest-lists'
import { checkLists } from '@canonist/server/internal/ingest/check-lists'
import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import type { IngestFlags } from './flags/ingest.ts'
import { chooseExitCode } from './flags/rejections.ts'
import { readSharedExtension } from './flags/table.ts'
import { loadPolicy } from '@canonist/server/internal/policies/load-policy'
import type { Canonist } from '@canonist/server/internal/canonist/open-canonist'
import { openInputs } from './open-inputs.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { printJsonLine } from './output/print.ts'
import { startProgress } from './output/progress.ts'
import { withRejects } from './output/rejects-file.ts'
import { withCanonist } from './with-canonist.ts'

/** Adds the lists to the registry. */
export type IngestFunction = (
  canonist: Canonist,
  inputs: readonly Input[],
  options: IngestListsOptions,
) => Promise<IngestReport>

/** Opens the lists that the arguments name and the registry, passes them to `ingest`, and reports the counts; `noun` names a new row. */
export async function ingestInputs(
  environment: Environment,
  flags: IngestFlags,
  args: readonly string[],
  { noun, ingest }: { readonly noun: string; readonly ingest: IngestFunction },
): Promise<DoneExitCode> {
  const { column } = flags
  const policy = flags.policy === undefined ? undefined : (await loadPolicy(flags.policy)).policy
  const format = chooseFormat(flags, args)
  checkFormat(format, column)
  // Before a database is created: a list that is refused must not leave an empty one behind.
  const inputs = await checkLists(await openInputs(args, environment), { format, column })
  const source = await identifySource(args, { format, column })
  const progress = await startProgress(environment, sumSizes(inputs), flags.quiet)
  const onReport = async (report: IngestReport): Promise<void> => {
    progress.stop()
    if (flags.json) await printJsonLine(environment.sink, report)
    if (!flags.quiet) describeReport(environment, report, noun)
  }
  const onResume = createResumeNotice(environment, flags)
  try {
    const { rejected } = await withRejects(environment, flags, inputs, (onRejected) =>
      withCanonist(environment, flags, { policy }, (canonist) =>
        ingest(canonist, inputs, {
          format,
          column,
          source,
          onReport,
          onResume,
          onRejected,
          onProgress: progress.update,
        }),
      ),
    )
    return chooseExitCode(rejected, flags)
  } finally {
    progress.stop()
  }
}

/** The named format; with a column, the format that the file names show. */
function chooseFormat({ inputFormat, column }: IngestFlags, args: readonly string[]): Format {
  if (inputFormat !== undefined) return inputFormat
  const shown = column === undefined ? 'text' : (readSharedExtension(args) ?? 'text')
  // A Parquet file is refused when it is opened, with the command that converts it.
  return shown === 'parquet' ? 'csv' : shown
}

function checkFormat(format: Format, column: string | undefined): void {
  if (column !== undefined && format === 'text')
    throw new RunError('--column needs a format with columns. Add --input-format csv, tsv or jsonl.', 2)
  if (column === undefined && format !== 'text')
    throw new RunError(`--input-format ${format} needs --column. Pass the name of the column that holds the URL.`, 2)
}

function createResumeNotice({ notify }: Environment, { quiet }: IngestFlags): IngestListsOptions['onResume'] {
  if (quiet) return undefined
  return (lines) =>
    notify(`canonist: resuming after line ${lines.toLocaleString('en')}, where the last run was interrupted`)
}

function describeReport({ notify }: Environment, report: IngestReport, noun: string): void {
  const { seen, duplicates, rejected } = report
  const parts = [plural(seen, 'URL'), plural(report.new, noun), plural(duplicates, 'duplicate')]
  const review = rejected === 0 ? '' : '. Run canonist export rejected to see them, and canonist review list to decide.'
  notify(`canonist: ${[...parts, `${rejected.toLocaleString('en')} rejected`].join(', ')}${review}`)
}
