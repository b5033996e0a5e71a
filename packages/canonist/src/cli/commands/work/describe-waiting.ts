import type { WaitingUrls } from '@canonist/server/internal/app/work/run-worker'
import { hideCredentials } from '@canonist/core/internal/text/hide-credentials'
import { plural } from '@canonist/core/internal/text/plural'
import { quoteForShell } from '@canonist/core/internal/text/quote-for-shell'

/**
 * What a drain has left in the queue: how much, why, until when, and what to do about it.
 *
 * @example '2 URLs left, waiting for 1 host that is down or asked for a pause (connect_refused 2); a worker retries from 2026-…'
 */
export function describeWaiting(waiting: WaitingUrls, { db }: { readonly db: string | undefined }): string {
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
