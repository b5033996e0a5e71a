import { statSync, type Stats } from 'node:fs'
import { exportRows as writeRows, type Exported, type ExportFormat } from '../../../app/export/export-rows.ts'
import { RunError } from '../../run-error.ts'
import { shownName } from '../../../text/shown-name.ts'
import type { Sink } from '../../../io/sink.ts'
import type { DoneExitCode } from '../../context.ts'
import { refuseSafeWithoutTable } from '../../flags/csv-safe.ts'
import type { Environment } from '../../environment.ts'
import { writeFileWhole } from '../../output/file-output.ts'
import { plural } from '../../../text/plural.ts'
import { withCanonist } from '../../with-canonist.ts'

export interface ExportFlags {
  readonly db: string | undefined
  readonly format: ExportFormat
  readonly output: string | undefined
  readonly csvSafe: boolean
  readonly quiet: boolean
}

export async function exportRows(environment: Environment, flags: ExportFlags, what: Exported): Promise<DoneExitCode> {
  if (flags.format === 'parquet' && (flags.output ?? '-') === '-' && environment.isReadByPerson)
    throw new RunError('Parquet is not for a terminal; add --output FILE, or send it on with > or |', 2)
  refuseSafeWithoutTable(flags.csvSafe, flags.format)
  const count = await withCanonist(environment, flags, { readOnly: true }, (canonist) =>
    withOutput(environment, flags, (sink) => writeRows(canonist, what, sink, flags)),
  )
  if (!flags.quiet && flags.output !== undefined && flags.output !== '-')
    environment.tell(`canonist: ${plural(count, 'row')} in ${shownName(flags.output)}`)
  return 0
}

function withOutput<T>(
  environment: Environment,
  { output, db = environment.database }: ExportFlags,
  use: (sink: Sink) => Promise<T>,
): Promise<T> {
  if (output === undefined || output === '-') return use(environment.sink)
  checkOutput(output, db)
  return writeFileWhole(output, use)
}

/** The registry is read while the file is written, and would be gone when it is whole. */
function checkOutput(output: string, db: string): void {
  const file = db.replace(/^sqlite:/i, '')
  const isRegistry = [file, `${file}-wal`, `${file}-shm`].some((path) => isSameFile(path, output))
  if (isRegistry) throw new RunError(`${shownName(output)} is the registry itself; name another file for --output`, 2)
}

function isSameFile(path: string, other: string): boolean {
  const one = statOrNull(path)
  const two = statOrNull(other)
  return one !== null && one.dev === two?.dev && one.ino === two.ino
}

/** Null also for a path that leads nowhere, such as a loop of links: whoever opens it says why. */
function statOrNull(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}
