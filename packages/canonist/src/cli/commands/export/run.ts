import { exportRows } from '@canonist/server/internal/export/export-rows'
import { type Exported } from '@canonist/server/internal/export/export-rows'
import { quoteEmpty } from '@canonist/core/internal/text/quote-empty'
import type { DoneExitCode } from '../../context.ts'
import type { OutputFlag } from '../../define-command.ts'
import { rejectSafeWithoutTable } from '../../flags/table.ts'
import { rejectOnTerminal } from '../../flags/table.ts'
import type { Environment } from '../../environment.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { startCountedProgress } from '../../output/progress.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { ExportFlags } from './command.ts'

export async function run(
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
    exportRows(canonist, what, environment.sink, options),
  ).finally(progress.stop)
  if (!quiet && flags.output !== undefined && flags.output !== '-')
    environment.notify(`canonist: ${plural(count, 'row')} in ${quoteEmpty(flags.output)}`)
  return 0
}
