import {
  exportCleanParam,
  exportClearUrls,
  exportHeritrix,
  exportNutch,
  type ExportResult,
  type PolicySpec,
  importCleanParam,
  importClearUrls,
  importRemoveParam,
  type ImportResult,
} from '@canonist/core'
import { excerpt } from '@canonist/core/internal/text/printable'
import { AppError } from '../canonist/errors.ts'

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

export type { ImportResult } from '@canonist/core'

/** Where a list of rules comes from. */
export type PolicyListFormat = 'clearurls' | 'removeparam' | 'clean-param'

export interface ImportPolicyOptions {
  readonly from: PolicyListFormat
  /** What the list is called in messages. */
  readonly list: string
  /** Whose robots.txt it is; only for clean-param, which does not say so itself. */
  readonly host?: string | undefined
  /** The name of the policy. */
  readonly name?: string | undefined
}

/** Makes a policy of a list of rules that another program reads, and says what was skipped. */
export function importPolicy(text: string, { from, list, host, name }: ImportPolicyOptions): ImportResult {
  const result = readList(text, from, host, name === undefined ? {} : { name })
  // What is skipped without a place is the list itself.
  const fault = result.skipped.find(({ at }) => at === '')
  if (fault !== undefined) {
    const message = `${list} is not a valid ${from} list: it ${excerpt(fault.reason)}. Check the file and its format.`
    throw new AppError('app/bad-policy-list', { thing: list, message })
  }
  return result
}

function readList(
  text: string,
  from: PolicyListFormat,
  host: string | undefined,
  options: { readonly name?: string },
): ImportResult {
  if (from === 'clearurls') return importClearUrls(text, options)
  if (from === 'removeparam') return importRemoveParam(text, options)
  if (host === undefined) throw new AppError('app/no-policy-host')
  return importCleanParam(text, { ...options, host })
}
