import { exportPolicy, type ExportResult } from '@canonist/server/internal/policies/convert-policy'
import { RunError } from '../../run-error.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '@canonist/server/internal/policies/load-policy'
import { plural } from '@canonist/core/internal/text/plural'
import { printData } from '../../output/print.ts'
import { excerpt } from '@canonist/core/internal/text/printable'
import type { PolicyExportFlags } from './command.ts'

export async function run(environment: Environment, flags: PolicyExportFlags, ref: string): Promise<DoneExitCode> {
  const { format, host } = flags
  if (format !== 'clean-param' && host !== undefined) {
    throw new RunError(`--host is for clean-param only, because ${format} names hosts itself. Leave it out.`, 2)
  }
  const { policy } = await loadPolicy(ref)
  const { text: written, exported, leftOut } = exportPolicy(policy.spec, { as: format, host })
  await printData(environment.sink, written)
  if (!flags.quiet) reportLeftOut(environment, exported, leftOut)
  return leftOut.length > 0 ? 1 : 0
}

function reportLeftOut({ notify }: Environment, exported: number, leftOut: ExportResult['leftOut']): void {
  for (const { at, reason } of leftOut) notify(`canonist: ${excerpt(at)}: left out: ${excerpt(reason)}`)
  notify(`canonist: ${plural(exported, 'rule')} exported, ${leftOut.length.toLocaleString('en')} left out`)
}
