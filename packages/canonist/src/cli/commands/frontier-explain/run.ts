import type { LoggedEvent } from '@canonist/crawl/internal/frontier/sql/log.sql'
import type { ExplainedUrl } from '@canonist/crawl/internal/frontier/explain-url'
import { rewordForCommand } from '@canonist/web/internal/net/errors'
import { isUrl } from '@canonist/core/internal/text/is-url'
import { RunError } from '../../run-error.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { describeDrift } from '../../output/describe-drift.ts'
import { createPaint, type Paint } from '../../output/paint.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { print, printJson } from '../../output/print.ts'
import { excerpt, toPrintable } from '@canonist/core/internal/text/printable'
import { formatTable } from '../../output/format-table.ts'
import { withCanonist } from '../../with-canonist.ts'
import { isSpelledAlike } from '@canonist/core/internal/text/stages'
import type { FrontierExplainFlags } from './command.ts'

export async function run(environment: Environment, flags: FrontierExplainFlags, url: string): Promise<DoneExitCode> {
  if (!isUrl(url)) {
    const { correctScheme } = await import('../../help/correct-scheme.ts')
    const problem = `${JSON.stringify(url)} is not a valid URL. Write it in full, with https:// and the host.`
    throw new RunError(correctScheme(environment, url) ?? problem, 2)
  }
  return withCanonist(environment, flags, { readOnly: true }, async (canonist): Promise<DoneExitCode> => {
    const explained = await (await canonist.frontier()).explain(url)
    if (explained === null) {
      environment.notify(`canonist: ${url} is not queued. Queue it with canonist frontier add.`)
      return 1
    }
    if (explained.clockDrift !== null) environment.notify(describeDrift(canonist.name, explained.clockDrift))
    if (flags.json) await printJson(environment.sink, explained)
    else await print(environment.sink, showUrl(explained, createPaint(environment.hasColour)))
    return 0
  })
}

function showUrl(explained: ExplainedUrl, paint: Paint): string {
  const parts = [
    `${paint('bold', toPrintable(explained.url))}\n  ${toPrintable(explained.why)}\n`,
    formatTable(listFacts(explained, paint)),
  ]
  if (explained.history.length > 0)
    parts.push(`  ${paint('dim', 'history')}\n${formatTable(explained.history.map(formatEvent), '    ')}`)
  const aliases = explained.aliases.map(({ evidence, rawUrl }) => [toPrintable(evidence), excerpt(rawUrl)])
  if (aliases.length > 0) parts.push(`  ${paint('dim', 'aliases')}\n${formatTable(aliases, '    ')}`)
  return parts.join('\n')
}

function listFacts(explained: ExplainedUrl, paint: Paint): string[][] {
  const { hostState } = explained
  const facts: Readonly<Record<string, string | null>> = {
    state: [explained.state, explained.reason].filter((word) => word !== null).join(', '),
    detail: explained.detail === null ? null : rewordForCommand(explained.detail),
    status: explained.httpStatus === null ? null : String(explained.httpStatus),
    fetch: isSpelledAlike(explained.fetchUrl, explained.url) ? null : explained.fetchUrl,
    'final URL': explained.finalUrl === null || explained.finalUrl === explained.fetchUrl ? null : explained.finalUrl,
    merged: explained.mergedInto === null ? null : `into page ${explained.mergedInto}`,
    due: explained.dueAt ?? 'never',
    attempts: explained.attempts === 0 ? null : String(explained.attempts),
    fetched:
      explained.fetchedAt === null
        ? null
        : `${plural(explained.fetches, 'time')}, changed ${explained.changes}, last ${explained.fetchedAt}`,
    host: describeHost(hostState),
  }
  return Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : [[paint('dim', name), excerpt(value)]],
  )
}

function describeHost(state: ExplainedUrl['hostState']): string {
  const { host, allowedAt, isDown, isPaused, pausedUntil, failures, reason, worker } = state
  const parts = [host]
  if (isPaused) parts.push(pausedUntil === null ? 'paused' : `paused until ${pausedUntil}`)
  if (isDown) parts.push(failures > 0 ? 'down' : 'asked for a long pause, or for several in a row')
  if (failures > 0) parts.push(`${plural(failures, 'failure')} in a row (${reason ?? 'unknown'})`)
  if (worker !== null && worker !== '') parts.push(`held by ${worker}`)
  if (allowedAt !== null) parts.push(`next request not before ${allowedAt}`)
  return parts.join(', ')
}

function formatEvent({ at, event, reason, httpStatus, detail }: LoggedEvent): string[] {
  const said = detail === null ? null : rewordForCommand(detail)
  const what = [reason, httpStatus, said].filter((part) => part !== null).join(', ')
  return [toPrintable(at), toPrintable(event), excerpt(what)]
}
