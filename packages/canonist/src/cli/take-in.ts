import { sumSizes } from '../io/input.ts'
import type { Format } from '../io/line-formats.ts'
import type { Input } from '../io/input.ts'
import { RunError } from './run-error.ts'
import type { IngestListsOptions, IngestReport } from '../app/ingest/ingest-lists.ts'
import { markSource } from '../app/ingest/mark-source.ts'
import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import { chooseExitCode, type RejectionFlags } from './flags/rejections.ts'
import { inputsOf } from './inputs.ts'
import { plural } from '../text/plural.ts'
import { printJsonLine } from './output/print.ts'
import { startProgress } from './output/progress.ts'
import { withRejects } from './output/rejects-file.ts'

/** Of a command that takes in lists of URLs. */
export interface TakeInFlags extends RejectionFlags {
  readonly inputFormat: Format
  readonly column: string | undefined
  readonly json: boolean
  readonly db: string | undefined
  readonly quiet: boolean
}

/** What is done with the lists. */
export type TakeIn = (inputs: readonly Input[], options: IngestListsOptions) => Promise<IngestReport>

/** Reads the lists that the arguments name, hands them to `takeIn`, and tells what came of it; `noun` is what is new. */
export async function takeInLists(
  environment: Environment,
  flags: TakeInFlags,
  args: readonly string[],
  { noun, takeIn }: { readonly noun: string; readonly takeIn: TakeIn },
): Promise<DoneExitCode> {
  checkFlags(flags)
  const inputs = await inputsOf(args, environment)
  const { inputFormat: format, column } = flags
  const source = await markSource(args, { format, column })
  const progress = await startProgress(environment, sumSizes(inputs), flags.quiet)
  const onReport = async (report: IngestReport): Promise<void> => {
    progress.stop()
    if (flags.json) await printJsonLine(environment.sink, report)
    if (!flags.quiet) summarise(environment, report, noun)
  }
  const onResume = resumeTeller(environment, flags)
  try {
    const { rejected } = await withRejects(environment, flags, (onRejected) =>
      takeIn(inputs, { format, column, source, onReport, onResume, onRejected, onProgress: progress.update }),
    )
    return chooseExitCode(rejected, flags)
  } finally {
    progress.stop()
  }
}

function checkFlags({ inputFormat, column }: TakeInFlags): void {
  if (column !== undefined && inputFormat === 'text')
    throw new RunError('--column needs a format with columns; add --input-format csv, tsv or jsonl', 2)
  if (column === undefined && inputFormat !== 'text')
    throw new RunError(`--input-format ${inputFormat} needs --column: the name of the column that holds the URL`, 2)
}

function resumeTeller({ tell }: Environment, { quiet }: TakeInFlags): IngestListsOptions['onResume'] {
  if (quiet) return undefined
  return (lines) => tell(`canonist: going on behind line ${lines.toLocaleString('en')}, where the last run broke off`)
}

function summarise({ tell }: Environment, report: IngestReport, noun: string): void {
  const { seen, duplicates, rejected } = report
  const parts = [plural(seen, 'URL'), plural(report.new, noun), plural(duplicates, 'duplicate')]
  const review = rejected === 0 ? '' : '; canonist export rejected lists them, canonist review list asks what to do'
  tell(`canonist: ${[...parts, `${rejected.toLocaleString('en')} rejected`].join(', ')}${review}`)
}
