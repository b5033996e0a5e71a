import {
  exportRows as writeRows,
  type Exported,
  type ExportFormat,
} from '@canonist/server/internal/app/export/export-rows'
import { quoteEmpty } from '@canonist/core/internal/text/quote-empty'
import type { DoneExitCode, OutputFlag } from '../../context.ts'
import { rejectSafeWithoutTable } from '../../flags/csv-safe.ts'
import { rejectOnTerminal } from '../../flags/table.ts'
import type { Environment } from '../../environment.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { startCountedProgress } from '../../output/progress.ts'
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
  rejectOnTerminal(flags.format, environment)
  rejectSafeWithoutTable(flags.csvSafe, flags.format)
  const { format, csvSafe, quiet } = flags
  const progress = await startCountedProgress(environment, { total: null, unit: 'rows', isQuiet: quiet })
  const options = { format, csvSafe, onProgress: (rows: number): void => progress.update(rows) }
  const count = await withCanonist(environment, flags, { readOnly: true }, (canonist) =>
    writeRows(canonist, what, environment.sink, options),
  ).finally(progress.stop)
  if (!quiet && flags.output !== undefined && flags.output !== '-')
    environment.notify(`canonist: ${plural(count, 'row')} in ${quoteEmpty(flags.output)}`)
  return 0
}
