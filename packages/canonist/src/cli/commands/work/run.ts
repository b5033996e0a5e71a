import { hideSecrets } from '@canonist/learn/internal/compile/hide-secrets'
import { RunError } from '../../run-error.ts'
import {
  MAX_SESSIONS,
  runWorker,
  type RunWorkerOptions,
  type WorkReport,
  type WorkResult,
  openForWork,
} from '@canonist/server/internal/work/run-worker'
import { readConnectionOptions } from '../../flags/network-options.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import type { WorkFlags } from './command.ts'
import { addCounts, createResultLogger, showWork, tellStarter, WorkCounter, type WorkCounts } from './work-progress.ts'
import { reportWork } from './report-work.ts'

export async function run(environment: Environment, flags: WorkFlags): Promise<DoneExitCode> {
  rejectIdleFlags(flags)
  if (environment.copyNumber !== null) environment.sendToStarter(await runCopy(environment, flags))
  else reportWork(environment, flags, await runWorkers(environment, flags))
  return 0
}

async function runWorkers(environment: Environment, flags: WorkFlags): Promise<WorkReport> {
  if (flags.processes > 1) return runCopies(environment, flags)
  const counter = new WorkCounter()
  const hide = await showWork(environment, flags.quiet, () => counter)
  try {
    return await runOneWorker(environment, flags, counter)
  } finally {
    hide()
  }
}

async function runCopies(environment: Environment, flags: WorkFlags): Promise<WorkReport> {
  const { runProcesses } = await import('./run-processes.ts')
  const counts = new Map<object, WorkCounts>()
  const hide = await showWork(environment, flags.quiet, () => addCounts(counts.values()))
  try {
    return await runProcesses(environment, flags.processes, {
      onCounts: (process, its) => void counts.set(process, its),
    })
  } finally {
    hide()
  }
}

async function runCopy(environment: Environment, flags: WorkFlags): Promise<WorkReport> {
  const counter = new WorkCounter()
  const stop = tellStarter(environment, counter)
  try {
    return await runOneWorker(environment, flags, counter)
  } finally {
    stop()
  }
}

async function runOneWorker(environment: Environment, flags: WorkFlags, counter: WorkCounter): Promise<WorkReport> {
  const { hostDelay, lease, maxAttempts, confirmMissing, retryBase, renameOn } = flags
  const options = {
    now: environment.now,
    hostDelayMs: hostDelay,
    leaseMs: lease,
    maxAttempts,
    confirmMissing,
    retryBaseMs: retryBase,
    renameOn,
    mustExist: true,
  }
  const signal = environment.interruption(['SIGINT', 'SIGTERM'])
  const notices = createNotices(environment, flags)
  const log = createResultLogger(environment, flags.log)
  const canonist = await openForWork(flags.db ?? environment.database, options, { ...notices, signal })
  if (canonist === null) return NOTHING_DONE
  try {
    const network = await readConnectionOptions(flags)
    return await runWorker(canonist, {
      network,
      ...readSettings(environment, flags),
      ...notices,
      onStrain(message) {
        counter.isStrained = message !== null
        notices.onStrain?.(message)
      },
      onProgress(result) {
        counter.count(result)
        log?.(result)
      },
      onQueue: watchesQueue(environment, flags) ? (level) => void (counter.queue = level) : undefined,
      signal,
    })
  } finally {
    await canonist.close()
  }
}

/** One of several workers on a queue looks at it for all of them. */
const watchesQueue = ({ copyNumber, showsProgress }: Environment, { quiet }: WorkFlags): boolean =>
  !quiet && (copyNumber === null ? showsProgress : copyNumber === 0)

/** The report of a worker that was stopped while it waited for its database. */
const NOTHING_DONE: WorkReport = { results: {}, renamed: 0, requests: 0, isDrained: false, waiting: null }

/** Rejects flags that have no effect without another flag. */
function rejectIdleFlags({ discover, maxDepth, maxUrls, maxPerHost, metricsPort, metricsHost }: WorkFlags): void {
  const bounds = { '--max-depth': maxDepth, '--max-urls': maxUrls, '--max-per-host': maxPerHost }
  const [idle] = Object.entries(bounds).find(([, bound]) => discover === undefined && bound !== undefined) ?? []
  if (idle !== undefined)
    throw new RunError(
      `${idle} limits which links are followed, and none are. Add --discover host or --discover domain.`,
      2,
    )
  if (metricsHost !== undefined && metricsPort === undefined)
    throw new RunError('--metrics-host has no effect without a metrics port. Add --metrics-port PORT.', 2)
}

/** Messages while the worker runs. */
function createNotices(environment: Environment, flags: WorkFlags): Partial<RunWorkerOptions> {
  const { notify } = environment
  const host = readMetricsHost(flags)
  return {
    onTrouble: createNotice(environment, 'the database is back', ' (the worker waits until then)'),
    onStrain: createNotice(environment, 'this process fetches as many pages at once as before'),
    onSession: ({ url, host }: WorkResult) => notify(describeSessions(host, url)),
    onListening(port) {
      if (!flags.quiet) notify(`canonist: /healthz and /metrics are at http://${host}:${port}/`)
    },
  }
}

const readMetricsHost = ({ metricsHost = '127.0.0.1' }: WorkFlags): string => metricsHost

const describeSessions = (host: string, url: string): string =>
  `canonist: links of ${host} contain session identifiers (${hideSecrets(url)}), so up to ${MAX_SESSIONS} URLs per page are queued. A policy with session: true merges them.`

/** Reports a problem when it starts, and that it is over when the message is null. */
function createNotice({ notify }: Environment, over: string, meanwhile = ''): (message: string | null) => void {
  return (message) => notify(`canonist: ${message === null ? over : message + meanwhile}`)
}

function readSettings(environment: Environment, flags: WorkFlags): RunWorkerOptions {
  const { concurrency, drain, ignoreRobots, userAgent, accept, detectMissing, noteCopies } = flags
  return {
    concurrency,
    drain,
    userAgent,
    accept,
    obeysRobots: !ignoreRobots,
    detectsSoft404: detectMissing,
    notesCopies: noteCopies,
    followRedirects: flags.followRedirects ?? environment.followRedirects,
    maxRedirects: flags.maxRedirects ?? environment.maxRedirects,
    discover: readDiscovery(flags),
    metrics: readMetrics(environment, flags),
  }
}

/** Every process needs a port of its own. */
function readMetrics({ copyNumber }: Environment, flags: WorkFlags): RunWorkerOptions['metrics'] {
  const { metricsPort: port } = flags
  if (port === undefined) return undefined
  return { host: readMetricsHost(flags), port: port === 0 ? 0 : port + (copyNumber ?? 0) }
}

function readDiscovery(flags: WorkFlags): RunWorkerOptions['discover'] {
  const { discover: scope, maxDepth = 5, maxUrls = Number.POSITIVE_INFINITY, maxPerHost } = flags
  return scope === undefined ? undefined : { scope, maxDepth, maxUrls, maxPerHost }
}
