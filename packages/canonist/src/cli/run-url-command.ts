import {
  openFetcher,
  openPoliteFetcher,
  type Fetcher,
  type PoliteOptions,
} from '@canonist/server/internal/fetching/open-fetcher'
import { countUrls, type UrlResult } from '@canonist/server/internal/fetching/run-urls'
import { checkTexts } from '@canonist/lists/internal/io/check-input'
import type { Input } from '@canonist/lists/internal/io/input'
import type { OnRejected } from '@canonist/lists/internal/io/input-report'
import type { OutputFlag } from './define-command.ts'
import type { Environment } from './environment.ts'
import { readNetworkOptions } from './flags/network-options.ts'
import type { NetworkFlags } from './flags/network.ts'
import type { RejectionFlags } from './flags/rejections.ts'
import { openInputs } from './open-inputs.ts'
import { isUrl } from '@canonist/core/internal/text/is-url'
import { keepHeapSmall } from './keep-heap-small.ts'
import { UrlTally, type Failure } from './output/url-tally.ts'
import { startCountedProgress } from './output/progress.ts'
import { withRejects } from './output/rejects-file.ts'

/** A command that processes every URL of its inputs. */
export interface UrlCommand<Result> {
  /** In the past tense, for the summary: "resolved". */
  readonly verb: string
  /** By default, a fetcher that shares nothing with other processes. */
  readonly openFetcher?: (options: UrlNetworkOptions) => Promise<Fetcher>
  results(
    inputs: readonly Input[],
    network: { readonly fetcher: Fetcher; readonly signal: AbortSignal; readonly concurrency: number },
  ): AsyncIterable<UrlResult<Result>>
  /** Why the command has no result for the URL; null if it has one. */
  findFailure(result: Result): Failure | null
  /** Called in the order of the input. Null for an empty line, and for an interrupted line before a finished one. */
  write(input: string, result: Result | null): Promise<void>
}

/** Opens what a command needs, such as a database, and closes it when `use` is done. Its input was checked before. */
export type WithUrlCommand<Result> = (use: (command: UrlCommand<Result>) => Promise<UrlTally>) => Promise<UrlTally>

/** The flags of every such command. */
export type UrlFlags = NetworkFlags &
  Pick<RejectionFlags, 'rejects'> &
  OutputFlag & { readonly quiet: boolean; readonly db?: string | undefined }

/** How the URLs of a command are fetched. */
export type UrlNetworkOptions = PoliteOptions & { readonly isList: boolean }

async function openUnsharedFetcher({ isList, ...options }: UrlNetworkOptions): Promise<Fetcher> {
  return isList ? openPoliteFetcher(options) : openFetcher(options)
}

/** Whether the arguments name more than one URL, or may. */
export const isList = (args: readonly string[]): boolean => args.length !== 1 || !args.every(isUrl)

/**
 * Runs a command over the URLs and lists that the arguments name. A single URL is requested at once, a list politely. On
 * Ctrl-C, the finished results of a list are written, and the tally knows how many URLs are left.
 */
export async function runUrlCommand<Result>(
  environment: Environment,
  flags: UrlFlags,
  args: readonly string[],
  withCommand: WithUrlCommand<Result>,
): Promise<UrlTally> {
  if (isList(args)) keepHeapSmall()
  const inputs = await checkTexts(await openInputs(args, environment))
  const options = { ...(await readNetworkOptions(flags)), isList: isList(args) }
  return withRejects(environment, flags, inputs, (onRejected) =>
    withCommand((command) => runOnInputs(environment, flags, command, { inputs, options, onRejected })),
  )
}

interface UrlRun {
  readonly inputs: readonly Input[]
  readonly options: UrlNetworkOptions
  readonly onRejected: OnRejected | undefined
}

async function runOnInputs<Result>(
  environment: Environment,
  flags: UrlFlags,
  command: UrlCommand<Result>,
  { inputs, options, onRejected }: UrlRun,
): Promise<UrlTally> {
  const open = command.openFetcher ?? openUnsharedFetcher
  const fetcher = await open(options)
  const signal = options.isList ? environment.interruption() : new AbortController().signal
  const tally = new UrlTally(command.verb, await countUrls(inputs))
  const isQuiet = flags.quiet || !options.isList
  const progress = await startCountedProgress(environment, { total: tally.total, unit: 'URLs', isQuiet })
  try {
    const results = command.results(inputs, { fetcher, signal, concurrency: flags.concurrency })
    for await (const item of keepGaps(results, tally)) {
      if (item.state === 'done') await countResult(item, command, tally, onRejected)
      await command.write(item.input, item.state === 'done' ? item.result : null)
      progress.update(tally.done, tally.failed)
    }
    tally.isInterrupted = signal.aborted
    return tally
  } finally {
    progress.stop()
    await fetcher.close()
  }
}

async function countResult<Result>(
  { input, source, line, result }: UrlResult<Result> & { readonly state: 'done' },
  command: UrlCommand<Result>,
  tally: UrlTally,
  onRejected: OnRejected | undefined,
): Promise<void> {
  const failure = command.findFailure(result)
  tally.count(input, failure)
  if (failure === null || failure.rejection === null) return
  await onRejected?.([{ ok: false, input, source, line, code: failure.code, message: failure.rejection }])
}

/** An interrupted line keeps its place if a finished one follows; interrupted lines at the end are dropped. */
async function* keepGaps<Result>(
  results: AsyncIterable<UrlResult<Result>>,
  tally: UrlTally,
): AsyncGenerator<UrlResult<Result>> {
  let left: UrlResult<Result>[] = []
  for await (const item of results) {
    if (item.state === 'left') {
      left.push(item)
      if (item.input !== '') tally.leave()
      continue
    }
    yield* left
    left = []
    yield item
  }
}
