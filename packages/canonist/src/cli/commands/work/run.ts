import { hideSecrets } from '@canonist/core/learn'
import { RunError } from '../../run-error.ts'
import type { Frontier } from '../../../frontier/frontier.ts'
import { Meters } from '../../../worker/monitor/meters.ts'
import { openMonitor, type Monitor } from '../../../worker/monitor/monitor.ts'
import type { WorkerOptions } from '../../../worker/options.ts'
import type { WorkResult } from '../../../worker/result.ts'
import { MOST_SESSIONS } from '../../../worker/session-links.ts'
import type { WorkReport } from '../../../worker/tally.ts'
import { work } from '../../../worker/worker.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { openPlainFetcher } from '../../open-fetcher.ts'
import { plural } from '../../../text/plural.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { WorkFlags } from './flags.ts'
import { resultLogger } from './work-log.ts'
import { waitingStory } from './waiting-story.ts'

export async function workOnQueue(environment: Environment, flags: WorkFlags): Promise<DoneExitCode> {
  refuseIdleFlags(flags)
  const { hostDelay, lease, maxAttempts, retryBase, renameOn } = flags
  const options = {
    hostDelayMs: hostDelay,
    leaseMs: lease * 1000,
    maxAttempts,
    retryBaseMs: retryBase * 1000,
    renameOn,
    mustExist: true,
  }
  const signal = environment.interruption(['SIGINT', 'SIGTERM'])
  const report = await withCanonist(environment, flags, options, async (canonist) =>
    workOn(environment, flags, await canonist.frontier(), signal),
  )
  if (!flags.quiet) environment.tell(summary(report))
  if (!flags.quiet && report.waiting !== null && report.waiting.urls > 0)
    environment.tell(waitingStory(report.waiting, flags))
  if (flags.drain && !report.isDrained) throw new RunError('stopped before everything was done; run the same again', 3)
  return 0
}

/** Whoever bounds what is not done, or says where what is not opened should be, has forgotten something. */
function refuseIdleFlags({ discover, maxDepth, maxUrls, maxPerHost, metricsPort, metricsHost }: WorkFlags): void {
  const bounds = { '--max-depth': maxDepth, '--max-urls': maxUrls, '--max-per-host': maxPerHost }
  const [idle] = Object.entries(bounds).find(([, bound]) => discover === undefined && bound !== undefined) ?? []
  if (idle !== undefined)
    throw new RunError(
      `${idle} bounds the links that are followed, and none are; add --discover host or --discover domain`,
      2,
    )
  if (metricsHost !== undefined && metricsPort === undefined)
    throw new RunError('--metrics-host says where the metrics port is opened, and none is; add --metrics-port PORT', 2)
}

async function workOn(
  environment: Environment,
  flags: WorkFlags,
  frontier: Frontier,
  signal: AbortSignal,
): Promise<WorkReport> {
  const [exchanger, meters] = [await openPlainFetcher(flags), new Meters()]
  const trouble = noticeFor(environment, 'the database is back', ' (the worker waits until then)')
  const alarm = noticeFor(environment, 'the old transaction is over')
  const watched = { frontier, meters, trouble: trouble.current, alarm: alarm.current }
  const monitor = await watch(environment, flags, watched)
  try {
    const onSession = ({ url, host }: WorkResult): void => environment.tell(sessionStory(host, url))
    const told = { onTrouble: trouble.hear, onAlarm: alarm.hear, onSession }
    const options = { ...settingsOf(environment, flags), exchanger, meters, signal, ...told }
    return await work(frontier, { ...options, onResult: resultLogger(environment, flags.log) })
  } finally {
    await monitor?.close()
    await exchanger.close()
  }
}

const sessionStory = (host: string, url: string): string =>
  `canonist: links of ${host} hold session identifiers (${hideSecrets(url)}), and of each page up to ${MOST_SESSIONS} are taken in; a policy with session: true makes them one`

interface Notice {
  readonly hear: (message: string | null) => void
  readonly current: () => string | null
}

/** What is wrong at the moment; told when it begins, and when it is over. */
function noticeFor({ tell }: Environment, over: string, meanwhile = ''): Notice {
  let current: string | null = null
  const hear = (message: string | null): void => {
    if (message !== current) tell(`canonist: ${message === null ? over : message + meanwhile}`)
    current = message
  }
  return { hear, current: () => current }
}

function settingsOf(environment: Environment, flags: WorkFlags): Omit<WorkerOptions, 'exchanger'> {
  const { concurrency, drain, ignoreRobots, userAgent, accept, detectMissing, noteCopies, xminAlarm } = flags
  return {
    concurrency,
    drain,
    userAgent,
    accept,
    obeysRobots: !ignoreRobots,
    detectsSoft404: detectMissing,
    notesCopies: noteCopies,
    xminAlarmMs: xminAlarm * 1000,
    followRedirects: flags.followRedirects ?? environment.followRedirects,
    maxRedirects: flags.maxRedirects ?? environment.maxRedirects,
    discover: discoveryOf(flags),
  }
}

function discoveryOf(flags: WorkFlags): WorkerOptions['discover'] {
  const { discover: scope, maxDepth = 5, maxUrls = Number.POSITIVE_INFINITY, maxPerHost } = flags
  return scope === undefined ? undefined : { scope, maxDepth, maxUrls, maxPerHost }
}

interface Watched {
  readonly frontier: Frontier
  readonly meters: Meters
  readonly trouble: () => string | null
  readonly alarm: () => string | null
}

async function watch({ tell }: Environment, flags: WorkFlags, watched: Watched): Promise<Monitor | null> {
  const { metricsPort: port, metricsHost: host = '127.0.0.1' } = flags
  if (port === undefined) return null
  try {
    const monitor = await openMonitor({ ...watched, host, port })
    if (!flags.quiet) tell(`canonist: /healthz and /metrics are at http://${host}:${monitor.port}/`)
    return monitor
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new RunError(`cannot open the metrics port ${host}:${port}: ${reason}; name another one`, 3, error)
  }
}

function summary({ results, renamed, requests }: WorkReport): string {
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
