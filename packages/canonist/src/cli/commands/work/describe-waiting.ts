import type { WaitingUrls } from '../../../app/work/run-worker.ts'
import { hideCredentials } from '../../../text/hide-credentials.ts'
import { plural } from '../../../text/plural.ts'

/**
 * What a drain has left behind: how much, why, until when, and what to do about it.
 *
 * @example '2 URLs wait for 1 host that is down (connect_refused 2); it is tried again from 2026-01-01T00:01:00.000Z …'
 */
export function describeWaiting(waiting: WaitingUrls, { db }: { readonly db: string | undefined }): string {
  const { urls, nextAt } = waiting
  const reasons = waiting.reasons.map(
    ({ state, reason, urls: count }) => `${reason ?? state} ${count.toLocaleString('en')}`,
  )
  const tried = nextAt === null ? '' : `, which a worker tries again from ${new Date(nextAt).toISOString()}`
  const them = urls === 1 ? 'it' : 'them'
  const where = db === undefined ? '' : ` --db ${quoteForShell(hideCredentials(db))}`
  const commands = listStates(waiting).map((state) => `canonist frontier list${where} --state ${state}`)
  return [
    `canonist: ${plural(urls, 'URL')} ${urls === 1 ? 'waits' : 'wait'} for ${describeHosts(waiting)} (${reasons.join(', ')})${tried}`,
    `${commands.join(' and ')} ${commands.length === 1 ? 'shows' : 'show'} ${them}`,
    `canonist frontier requeue${where} --state ${listStates(waiting)[0] ?? 'retry'} has ${them} tried at once`,
  ].join('; ')
}

function describeHosts({ downHosts, pausedHosts }: WaitingUrls): string {
  const parts: string[] = []
  if (downHosts > 0)
    parts.push(`${plural(downHosts, 'host')} that ${downHosts === 1 ? 'is' : 'are'} down or left alone`)
  if (pausedHosts > 0) parts.push(plural(pausedHosts, 'paused host'))
  return parts.length === 0 ? 'their hosts' : parts.join(' and ')
}

const listStates = ({ reasons }: WaitingUrls): string[] =>
  [...new Set(reasons.map(({ state }) => state))].toSorted().toReversed()

/** Plain words need no quotes. */
const quoteForShell = (text: string): string =>
  /^[\w./:@=+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
