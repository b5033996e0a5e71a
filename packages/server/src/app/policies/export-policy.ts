import {
  exportCleanParam,
  exportClearUrls,
  exportHeritrix,
  exportNutch,
  type ExportResult,
  type PolicySpec,
} from '@canonist/core'
import { AppError } from '../errors.ts'

export type { ExportResult } from '@canonist/core'

/** What other programs read. */
export type PolicyFormat = 'clean-param' | 'nutch' | 'heritrix' | 'clearurls'

export interface ExportPolicyOptions {
  readonly as: PolicyFormat
  /** Whose robots.txt it becomes; only for clean-param. */
  readonly host?: string | undefined
}

/** Writes a policy for another program, and says what that has no words for. */
export function exportPolicy(spec: PolicySpec, { as, host }: ExportPolicyOptions): ExportResult {
  if (as === 'nutch') return exportNutch(spec)
  if (as === 'heritrix') return exportHeritrix(spec)
  if (as === 'clearurls') return exportClearUrls(spec)
  return exportCleanParam(spec, { host: host ?? findOnlyHost(spec) })
}

/** A policy for a single site says itself whose it is. */
function findOnlyHost({ sites = {} }: PolicySpec): string {
  const [host, ...others] = Object.keys(sites)
  if (host !== undefined && others.length === 0) return host
  throw new AppError('app/no-policy-host')
}
