import { totalSize } from '../io/input.ts'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Format } from '../io/line-formats.ts'
import { cannotRead } from '../io/errors.ts'
import { RunError } from './run-error.ts'
import { registryLines, type LineOptions } from '../app/ingest/registry-lines.ts'
import type { IngestOptions, IngestReport } from '../registry/ingest/ingest.ts'
import type { Line } from '../registry/ingest/line.ts'
import type { DoneExitCode } from './context.ts'
import type { Environment } from './environment.ts'
import { exitCodeFor } from './flags/max-invalid.ts'
import { inputsOf, isUrl } from './inputs.ts'
import { plural } from '../text/plural.ts'
import { printJsonLine } from './output/print.ts'
import { startProgress } from './output/progress.ts'

/** Of a command that takes in lists of URLs. */
export interface TakeInFlags {
  readonly format: Format
  readonly column: string | undefined
  readonly json: boolean
  readonly maxInvalid: number
  readonly quiet: boolean
}

/** The report is told before the run is over: see `onReport`. */
export type TakeInOptions = IngestOptions & { readonly onReport: (report: IngestReport) => Promise<void> }

/** What is done with the lines of the lists. */
export type TakeIn = (lines: AsyncIterable<readonly Line[]>, options: TakeInOptions) => Promise<IngestReport>

/** Reads the lists that the arguments name, hands them to `takeIn`, and tells what came of it; `noun` is what is new. */
export async function takeInLists(
  environment: Environment,
  flags: TakeInFlags,
  args: readonly string[],
  { noun, takeIn }: { readonly noun: string; readonly takeIn: TakeIn },
): Promise<DoneExitCode> {
  checkFlags(flags)
  const inputs = await inputsOf(args, environment)
  const source = await sourceOf(args, flags)
  const progress = await startProgress(environment, totalSize(inputs), flags.quiet)
  const options: LineOptions = { format: flags.format, column: flags.column ?? null, onProgress: progress.update }
  const onReport = async (report: IngestReport): Promise<void> => {
    progress.stop()
    if (flags.json) await printJsonLine(environment.sink, report)
    if (!flags.quiet) summarise(environment, report, noun)
  }
  const onResume = resumeTeller(environment, flags)
  try {
    const { rejected } = await takeIn(registryLines(inputs, options), { source, onReport, onResume })
    return exitCodeFor(rejected, flags.maxInvalid)
  } finally {
    progress.stop()
  }
}

function checkFlags({ format, column }: TakeInFlags): void {
  if (column !== undefined && format === 'text')
    throw new RunError('--column needs a format with columns; add --format csv, tsv or jsonl', 2)
  if (column === undefined && format !== 'text')
    throw new RunError(`--format ${format} needs --column: the name of the column that holds the URL`, 2)
}

/**
 * What the work is known by when it is broken off: files as they are now, since a file that has changed is another one.
 * URLs on the command line are taken in at once, and stdin cannot be read again.
 */
async function sourceOf(args: readonly string[], { format, column }: TakeInFlags): Promise<string | undefined> {
  if (args.length === 0 || args.includes('-') || args.every(isUrl)) return undefined
  const inputs = await Promise.all(args.map(markOf))
  return JSON.stringify(column === undefined ? { inputs } : { format, column, inputs })
}

async function markOf(arg: string): Promise<string | object> {
  if (isUrl(arg)) return arg
  const info = await stat(arg).catch((error: unknown) => Promise.reject(cannotRead(arg, error)))
  return { file: resolve(arg), size: info.size, modified: info.mtimeMs }
}

function resumeTeller({ tell }: Environment, { quiet }: TakeInFlags): IngestOptions['onResume'] {
  if (quiet) return undefined
  return (lines) => tell(`canonist: going on behind line ${lines.toLocaleString('en')}, where the last run broke off`)
}

function summarise({ tell }: Environment, report: IngestReport, noun: string): void {
  const { seen, duplicates, rejected } = report
  const parts = [plural(seen, 'URL'), plural(report.new, noun), plural(duplicates, 'duplicate')]
  const review = rejected === 0 ? '' : '; canonist export rejected lists them, canonist review list asks what to do'
  tell(`canonist: ${[...parts, `${rejected.toLocaleString('en')} rejected`].join(', ')}${review}`)
}
