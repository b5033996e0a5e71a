import type { WaitingUrls, WorkReport } from '@canonist/server/internal/work/run-worker'
import { hideCredentials } from '@canonist/core/internal/text/hide-credentials'
import { plural } from '@canonist/core/internal/text/plural'
import { quoteForShell } from '@canonist/core/internal/text/quote-for-shell'
import type { Environment } from '../../environment.ts'
import { RunError } from '../../run-error.ts'
import type { WorkFlags } from './command.ts'

/** Reports what was done, and fails if a drain was interrupted. */
export function reportWork(environment: Environment, flags: WorkFlags, report: WorkReport): void {
  if (!flags.quiet) environment.notify(summarize(report))
  if (!flags.quiet && report.waiting !== null && report.waiting.urls > 0)
    environment.notify(describeWaiting(report.waiting, flags))
  if (flags.drain && !report.isDrained)
    throw new RunError('The worker stopped before everything was done. Run the same command again.', 3)
}

function summarize({ results, renamed, requests }: WorkReport): string {
  const states = Object.entries(results).map(([state, count]) => `${count.toLocaleString('en')} ${state}`)
  const total = Object.values(results).reduce((sum, count) => sum + count, 0)
  const parts = [
    plural(total, 'result'),
    ...states,
    `${renamed.toLocaleString('en')} renamed`,
    plural(requests, 'request'),
  ]
  return `canonist: ${parts.join(', ')}`
}

/**
 * What a drain has left in the queue: how much, why, until when, and what to do about it.
 *
 * @example '2 URLs left, waiting for 1 host that is down or asked for a pause (connect_refused 2); a worker retries from 2026-…'
 */
function describeWaiting(waiting: WaitingUrls, { db }: { readonly db: string | undefined }): string {
  const { urls, nextAt } = waiting
  const reasons = waiting.reasons.map(
    ({ state, reason, urls: count }) => `${reason ?? state} ${count.toLocaleString('en')}`,
  )
  const retried = nextAt === null ? '' : `; a worker retries from ${new Date(nextAt).toISOString()}`
  const them = urls === 1 ? 'it' : 'them'
  const where = db === undefined ? '' : ` --db ${quoteForShell(hideCredentials(db))}`
  const commands = listStates(waiting).map((state) => `canonist frontier list${where} --state ${state}`)
  return [
    `canonist: ${plural(urls, 'URL')} left, waiting for ${describeHosts(waiting)} (${reasons.join(', ')})${retried}.`,
    `To list ${them}: ${commands.join(', ')}.`,
    `To retry ${them} now: canonist frontier requeue${where} --state ${listStates(waiting)[0] ?? 'retry'}`,
  ].join(' ')
}

function describeHosts({ downHosts, pausedHosts }: WaitingUrls): string {
  const parts: string[] = []
  if (downHosts > 0)
    parts.push(`${plural(downHosts, 'host')} that ${downHosts === 1 ? 'is' : 'are'} down or asked for a pause`)
  if (pausedHosts > 0) parts.push(plural(pausedHosts, 'paused host'))
  return parts.length === 0 ? 'their hosts' : parts.join(' and ')
}

const listStates = ({ reasons }: WaitingUrls): string[] =>
  [...new Set(reasons.map(({ state }) => state))].toSorted().toReversed()
