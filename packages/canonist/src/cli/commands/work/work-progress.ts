import type { QueueLevel, WorkResult } from '@canonist/server/internal/work/run-worker'
import { plural } from '@canonist/core/internal/text/plural'
import type { Environment } from '../../environment.ts'
import { formatCount, formatRate } from '../../output/format-progress.ts'
import { Pace } from '../../output/pace.ts'
import { formatJson } from '@canonist/core/internal/text/format-json'
import { hideCredentials } from '@canonist/core/internal/text/hide-credentials'
import { toPrintable } from '@canonist/core/internal/text/printable'
import type { WorkFlags } from './command.ts'

/** The results of workers so far, and their queue. */
export interface WorkCounts {
  readonly fetched: number
  /** Results without a page, by reason. */
  readonly failures: Readonly<Record<string, number>>
  /** Null until it is known. */
  readonly queue: QueueLevel | null
  /** Whether a worker fetches fewer pages at once because its process has too little CPU time or memory. */
  readonly isStrained: boolean
}

/** Counts the results of one worker. */
export class WorkCounter implements WorkCounts {
  fetched = 0
  readonly failures: Record<string, number> = {}
  queue: QueueLevel | null = null
  isStrained = false

  count({ state, reason }: WorkResult): void {
    if (state === 'fetched') this.fetched += 1
    else if (reason !== null) this.failures[reason] = (this.failures[reason] ?? 0) + 1
  }
}

/** Adds up the counts of several workers on one queue. */
export function addCounts(all: Iterable<WorkCounts>): WorkCounts {
  const total = new WorkCounter()
  for (const { fetched, failures, queue, isStrained } of all) {
    total.fetched += fetched
    for (const [reason, urls] of Object.entries(failures)) total.failures[reason] = (total.failures[reason] ?? 0) + urls
    total.queue = queue ?? total.queue
    total.isStrained ||= isStrained
  }
  return total
}

/** More reasons would not fit in a line. */
const MAX_REASONS = 3

/** @example '12 fetched, 1.2/s, 34 queued, 3 hosts, 5 failures: not_found 3, read_timeout 2' */
export function formatWork({ fetched, failures, queue, isStrained }: WorkCounts, perSecond: number | null): string {
  const reasons = Object.entries(failures).toSorted(([, a], [, b]) => b - a)
  const failed = reasons.reduce((sum, [, urls]) => sum + urls, 0)
  const shown = reasons.slice(0, MAX_REASONS).map(([reason, urls]) => `${reason} ${formatCount(urls)}`)
  return [
    `${formatCount(fetched)} fetched`,
    ...(perSecond === null ? [] : [formatRate(perSecond)]),
    ...(isStrained ? ['slowed (too little CPU time or memory)'] : []),
    ...(queue === null ? [] : [`${formatCount(queue.urls)} queued`, describeHosts(queue)]),
    ...(failed === 0
      ? []
      : [`${plural(failed, 'failure')}: ${shown.join(', ')}${reasons.length > MAX_REASONS ? ', …' : ''}`]),
  ].join(', ')
}

const describeHosts = ({ hosts, downHosts }: QueueLevel): string =>
  `${plural(hosts, 'host')}${downHosts === 0 ? '' : ` (${formatCount(downHosts)} down)`}`

/** Shows on a terminal what workers do, on one line. Returns what removes it. */
export async function showWork(
  environment: Environment,
  isQuiet: boolean,
  read: () => WorkCounts,
): Promise<() => void> {
  if (isQuiet || !environment.showsProgress) return () => undefined
  const pace = new Pace()
  const line = await environment.openLiveLine(() => {
    const counts = read()
    return formatWork(counts, pace.note(environment.now(), counts.fetched))
  })
  return () => line.close()
}

const TELL_MS = 500

/** Tells the process that started this one what it does. Returns what ends that. */
export function tellStarter(environment: Environment, counts: WorkCounts): () => void {
  const timer = setInterval(() => environment.tellStarter({ counts }), TELL_MS)
  return () => clearInterval(timer)
}

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
