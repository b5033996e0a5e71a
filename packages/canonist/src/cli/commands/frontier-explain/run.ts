import { explainQueuedUrl, type LoggedEvent, type ExplainedUrl } from '../../../app/frontier/queue.ts'
import { isUrl } from '../../../text/is-url.ts'
import { RunError } from '../../run-error.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { driftNotice } from '../../output/drift-notice.ts'
import { createPaint, type Paint } from '../../output/paint.ts'
import { plural } from '../../../text/plural.ts'
import { print, printJson } from '../../output/print.ts'
import { excerpt, toPrintable } from '../../../text/printable.ts'
import { table } from '../../output/table.ts'
import { withCanonist } from '../../with-canonist.ts'
import { isSpelledAlike } from '../../../text/stages.ts'

export interface FrontierExplainFlags {
  readonly db: string | undefined
  readonly json: boolean
}

export async function explainUrl(
  environment: Environment,
  flags: FrontierExplainFlags,
  url: string,
): Promise<DoneExitCode> {
  if (!isUrl(url))
    throw new RunError(`${JSON.stringify(url)} is no URL; write it in full, as in https://example.com/`, 2)
  return withCanonist(environment, flags, { readOnly: true }, async (canonist): Promise<DoneExitCode> => {
    const story = await explainQueuedUrl(canonist, url)
    if (story === null) {
      environment.tell(`canonist: ${url} is not queued; canonist frontier add queues it`)
      return 1
    }
    if (story.clockDrift !== null) environment.tell(driftNotice(canonist.name, story.clockDrift))
    if (flags.json) await printJson(environment.sink, story)
    else await print(environment.sink, pageOf(story, createPaint(environment.hasColour)))
    return 0
  })
}

function pageOf(story: ExplainedUrl, paint: Paint): string {
  const parts = [
    `${paint('bold', toPrintable(story.url))}\n  ${toPrintable(story.why)}\n`,
    table(factsOf(story, paint)),
  ]
  if (story.history.length > 0)
    parts.push(`  ${paint('dim', 'history')}\n${table(story.history.map(eventRow), '    ')}`)
  const aliases = story.aliases.map(({ evidence, rawUrl }) => [toPrintable(evidence), excerpt(rawUrl)])
  if (aliases.length > 0) parts.push(`  ${paint('dim', 'leads here')}\n${table(aliases, '    ')}`)
  return parts.join('\n')
}

function factsOf(story: ExplainedUrl, paint: Paint): string[][] {
  const { hostState } = story
  const facts: Readonly<Record<string, string | null>> = {
    state: [story.state, story.reason].filter((word) => word !== null).join(', '),
    detail: story.detail,
    status: story.httpStatus === null ? null : String(story.httpStatus),
    fetch: isSpelledAlike(story.fetchUrl, story.url) ? null : story.fetchUrl,
    ended: story.finalUrl === null || story.finalUrl === story.fetchUrl ? null : story.finalUrl,
    merged: story.mergedInto === null ? null : `into page ${story.mergedInto}`,
    due: story.dueAt ?? 'never',
    attempts: story.attempts === 0 ? null : String(story.attempts),
    fetched:
      story.fetchedAt === null
        ? null
        : `${plural(story.fetches, 'time')}, changed ${story.changes}, last ${story.fetchedAt}`,
    host: hostLine(hostState),
  }
  return Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : [[paint('dim', name), excerpt(value)]],
  )
}

function hostLine(state: ExplainedUrl['hostState']): string {
  const { host, allowedAt, isDown, isPaused, pausedUntil, failures, reason, worker } = state
  const parts = [host]
  if (isPaused) parts.push(pausedUntil === null ? 'paused' : `paused until ${pausedUntil}`)
  if (isDown) parts.push(failures > 0 ? 'down' : 'wants to be left alone')
  if (failures > 0) parts.push(`${plural(failures, 'failure')} in a row (${reason ?? 'unknown'})`)
  if (worker !== null && worker !== '') parts.push(`held by ${worker}`)
  if (allowedAt !== null) parts.push(`may be asked from ${allowedAt}`)
  return parts.join(', ')
}

function eventRow({ at, event, reason, httpStatus, detail }: LoggedEvent): string[] {
  const what = [reason, httpStatus, detail].filter((part) => part !== null).join(', ')
  return [toPrintable(at), toPrintable(event), excerpt(what)]
}
