import { formatJson } from '@canonist/core/internal/text/format-json'
import { hideCredentials } from '@canonist/core/internal/text/hide-credentials'
import type { WorkResult } from '@canonist/server/internal/app/work/run-worker'
import type { Environment } from '../../environment.ts'
import { toPrintable } from '@canonist/core/internal/text/printable'
import type { WorkFlags } from './flags.ts'

/** Writes a line for each result: all fields as JSON, or the most important ones as text. */
export function createResultLogger(
  { notifyLines, now }: Environment,
  log: WorkFlags['log'],
): ((result: WorkResult) => void) | undefined {
  if (log === 'none') return undefined
  if (log === 'text') return (result) => notifyLines(`${formatTextLine(result)}\n`)
  return (result) =>
    notifyLines(`${formatJson({ time: new Date(now()).toISOString(), ...hideAllCredentials(result) })}\n`)
}

/** URLs as plain text: without their passwords they no longer have the type of their stage. */
type Cleared<Result> = { readonly [Field in keyof Result]: Result[Field] extends string ? string : Result[Field] }

/** Keeps passwords out of logs. */
function hideAllCredentials(result: WorkResult): Cleared<WorkResult> {
  const { url, fetchUrl, finalUrl } = result
  return {
    ...result,
    url: hideCredentials(url),
    fetchUrl: hideCredentials(fetchUrl),
    finalUrl: finalUrl === null ? null : hideCredentials(finalUrl),
  }
}

function formatTextLine(result: WorkResult): string {
  const { state, reason, httpStatus, url, fetchUrl, finalUrl, ms } = hideAllCredentials(result)
  const way = finalUrl === null || finalUrl === fetchUrl ? fetchUrl : `${fetchUrl} to ${finalUrl}`
  const isNamed = url === fetchUrl || url === finalUrl
  return toPrintable(
    [state, reason ?? '-', httpStatus ?? '-', `${ms} ms`, way, isNamed ? '' : `as ${url}`].join(' ').trim(),
  )
}
