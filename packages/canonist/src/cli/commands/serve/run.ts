import { createLogger } from '@canonist/server/internal/http/log'
import { bindServer, type ApiServer, type ServeOptions } from '@canonist/server/internal/http/serve-api'
import { openSnapshots, type Snapshots } from '@canonist/server/internal/publish/open-snapshots'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { readConnectionOptions } from '../../flags/network-options.ts'
import { printData } from '../../output/print.ts'
import { RunError } from '../../run-error.ts'
import { withCanonist } from '../../with-canonist.ts'
import type { ServeFlags } from './command.ts'

/** Serves until a signal arrives. */
export async function run(environment: Environment, flags: ServeFlags): Promise<DoneExitCode> {
  const options = await readServeOptions(environment, flags)
  const interruption = environment.interruption(['SIGINT', 'SIGTERM'])
  const serve = async (start: () => Promise<ApiServer>): Promise<DoneExitCode> => {
    const server = await start()
    await printData(environment.sink, `${server.url}\n`)
    await waitForAbort(interruption)
    await server.stop(flags.grace)
    return 0
  }
  const bound = await bindServer(options)
  try {
    if (flags.snapshot === undefined)
      return await withCanonist(environment, flags, { readOnly: flags.readOnly }, (canonist) =>
        serve(() => bound.serve(canonist)),
      )
    return await useSnapshots(environment, flags.snapshot, options, (snapshots) =>
      serve(() => bound.serveSnapshots(snapshots)),
    )
  } finally {
    bound.release()
  }
}

async function useSnapshots<T>(
  { now }: Environment,
  folder: string,
  { log }: ServeOptions,
  use: (snapshots: Snapshots) => Promise<T>,
): Promise<T> {
  const onTrouble = (error: Error): void =>
    log.error({ err: error }, 'The snapshot that was served before stays active.')
  const snapshots = await openSnapshots(folder, { now, onTrouble })
  try {
    return await use(snapshots)
  } finally {
    await snapshots.close()
  }
}

async function readServeOptions(environment: Environment, flags: ServeFlags): Promise<ServeOptions> {
  if (flags.allowNetwork && flags.noNetwork)
    throw new RunError('--allow-network and --no-network contradict each other. Leave one out.', 2)
  if (flags.db !== undefined && flags.snapshot !== undefined)
    throw new RunError('--db and --snapshot contradict each other, because a server has one source. Leave one out.', 2)
  const { host, port, tokens, readOnly, noNetwork, maxBody, uploadQuota, timeLimit, rateLimit, maxFetches, log } = flags
  return {
    host,
    port,
    tokensFile: tokens,
    adminToken: environment.token,
    owner: environment.userName(),
    readsOnly: readOnly,
    allowsNetwork: !noNetwork,
    network: await readConnectionOptions(flags),
    maxBodyBytes: maxBody,
    uploadQuota,
    timeLimitMs: timeLimit,
    requestsPerSecond: rateLimit === 0 ? null : rateLimit,
    maxFetches,
    log: createLogger(log),
    now: environment.now,
  }
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
