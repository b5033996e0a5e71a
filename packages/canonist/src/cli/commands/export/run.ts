import { exportRows as writeRows, type Exported, type ExportFormat } from '../../../app/export/export-rows.ts'
import { RunError } from '../../run-error.ts'
import { quoteEmpty } from '../../../text/quote-empty.ts'
import type { DoneExitCode, OutputFlag } from '../../context.ts'
import { rejectSafeWithoutTable } from '../../flags/csv-safe.ts'
import type { Environment } from '../../environment.ts'
import { plural } from '../../../text/plural.ts'
import { withCanonist } from '../../with-canonist.ts'

export interface ExportFlags {
  readonly db: string | undefined
  readonly format: ExportFormat
  readonly csvSafe: boolean
  readonly quiet: boolean
}

export async function exportRows(
  environment: Environment,
  flags: ExportFlags & OutputFlag,
  what: Exported,
): Promise<DoneExitCode> {
  if (flags.format === 'parquet' && environment.isReadByPerson)
    throw new RunError(
      'Parquet cannot be shown on a terminal. Add --output FILE, or redirect the output with > or |.',
      2,
    )
  rejectSafeWithoutTable(flags.csvSafe, flags.format)
  const count = await withCanonist(environment, flags, { readOnly: true }, (canonist) =>
    writeRows(canonist, what, environment.sink, flags),
  )
  if (!flags.quiet && flags.output !== undefined && flags.output !== '-')
    environment.notify(`canonist: ${plural(count, 'row')} in ${quoteEmpty(flags.output)}`)
  return 0
}
