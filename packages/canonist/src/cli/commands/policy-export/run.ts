import {
  exportCleanParam,
  exportClearUrls,
  exportHeritrix,
  exportNutch,
  type ExportResult,
  type PolicySpec,
} from '@canonist/core'
import { RunError } from '../../run-error.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '../../../app/policies/load-policy.ts'
import { plural } from '../../../text/plural.ts'
import { printData } from '../../output/print.ts'
import { excerpt } from '../../../text/printable.ts'

export type PolicyFormat = 'clean-param' | 'nutch' | 'heritrix' | 'clearurls'

export interface PolicyExportFlags {
  readonly as: PolicyFormat
  readonly host: string | undefined
  readonly quiet: boolean
}

export async function exportPolicy(
  environment: Environment,
  flags: PolicyExportFlags,
  ref: string,
): Promise<DoneExitCode> {
  if (flags.as !== 'clean-param' && flags.host !== undefined) {
    throw new RunError(`--host is for clean-param; ${flags.as} names hosts itself`, 2)
  }
  const { policy } = await loadPolicy(ref)
  const { text: written, exported, leftOut } = write(policy.spec, flags)
  await printData(environment.sink, written)
  if (!flags.quiet) tellLeftOut(environment, exported, leftOut)
  return leftOut.length > 0 ? 1 : 0
}

function write(spec: PolicySpec, { as, host }: PolicyExportFlags): ExportResult {
  if (as === 'nutch') return exportNutch(spec)
  if (as === 'heritrix') return exportHeritrix(spec)
  if (as === 'clearurls') return exportClearUrls(spec)
  return exportCleanParam(spec, { host: host ?? onlyHost(spec) })
}

/** A robots.txt is one host's; a policy for a single site says itself whose. */
function onlyHost({ sites = {} }: PolicySpec): string {
  const [host, ...others] = Object.keys(sites)
  if (host !== undefined && others.length === 0) return host
  throw new RunError('a robots.txt is for one host; add --host, for example --host example.com', 2)
}

function tellLeftOut({ tell }: Environment, exported: number, leftOut: ExportResult['leftOut']): void {
  for (const { at, reason } of leftOut) tell(`canonist: ${excerpt(at)}: left out: ${excerpt(reason)}`)
  tell(`canonist: ${plural(exported, 'rule')} exported, ${leftOut.length.toLocaleString('en')} left out`)
}
