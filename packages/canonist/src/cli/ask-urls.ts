import type { Rejected } from '../io/outcome.ts'
import { countTasks, runTasks, type Task } from '../bulk/run-tasks.ts'
import type { Input } from '../io/input.ts'
import type { Fetcher } from '../resolve/fetcher.ts'
import { AnswerTally, type Failure } from './output/answer-tally.ts'
import { startCountedProgress } from './output/counted-progress.ts'
import type { Environment } from './environment.ts'
import { createHostLanes } from './host-lanes.ts'
import { inputsOf, isUrl, totalSize } from './inputs.ts'
import { keepHeapSmall } from './keep-heap-small.ts'
import type { NetworkFlags } from './flags/network.ts'
import { openFetcher } from './open-fetcher.ts'

/** What a command does with every URL that it is given. */
export interface UrlWork<Result> {
  /** In the past tense, for the summary: "resolved". */
  readonly verb: string
  ask(url: string, fetcher: Fetcher): Promise<Result>
  /** The result for a line that is not text. */
  refuse(line: Rejected): Result
  /** Null where the URL gave what the command is for. */
  failureOf(result: Result): Failure | null
  /** In the order of the input; null for an empty line, and for one that was interrupted before a finished one. */
  write(input: string, result: Result | null): Promise<void>
}

/** Lines that are read ahead of the one that is written next: a slow host holds up the output, not the work. */
const LINES_AHEAD = 2000

/** Decisions at once for each request at once: most of them wait for the turn of their host. */
const DECISIONS_PER_REQUEST = 4

/** Counting the lines of a larger list would take longer than anyone wants to wait for the first request. */
const MOST_BYTES_TO_COUNT = 100_000_000

/** Whether the arguments name more than one URL, or may. */
export const isList = (args: readonly string[]): boolean => args.length !== 1 || !args.every(isUrl)

/**
 * Asks the network about the URLs and lists of URLs that the arguments name: a single URL at once, others politely. On
 * Ctrl-C the finished results of a list are written, and the tally knows how many URLs are left.
 */
export async function askUrls<Result>(
  environment: Environment,
  flags: NetworkFlags & { readonly quiet: boolean },
  args: readonly string[],
  work: UrlWork<Result>,
): Promise<AnswerTally> {
  if (isList(args)) keepHeapSmall()
  const inputs = await inputsOf(args, environment)
  const fetcher = await openFetcher(flags, isList(args))
  const signal = isList(args) ? environment.interruption() : new AbortController().signal
  const tally = new AnswerTally(work.verb, await countUrls(inputs))
  const progress = await startCountedProgress(environment, { total: tally.total, unit: 'URLs', isQuiet: flags.quiet })
  const inLane = createHostLanes(flags.concurrency * DECISIONS_PER_REQUEST)
  const gaps = new Gaps(work)
  try {
    await runTasks<Result | null>(inputs, {
      most: LINES_AHEAD,
      signal,
      async work({ text }) {
        if (text === '') return null
        return typeof text === 'string' ? inLane(text, () => work.ask(text, fetcher)) : work.refuse(text)
      },
      async write(task, result) {
        await gaps.fill()
        if (result !== null) tally.count(inputOf(task), work.failureOf(result))
        await work.write(inputOf(task), result)
        progress.update(tally.done, tally.failed)
      },
      async leave(task) {
        gaps.add(inputOf(task))
        if (task.text !== '') tally.leave()
      },
    })
    tally.isInterrupted = signal.aborted
    return tally
  } finally {
    progress.stop()
    await fetcher.close()
  }
}

const inputOf = ({ text }: Task): string => (typeof text === 'string' ? text : text.input)

/** Null where that cannot be known before the end. */
async function countUrls(inputs: readonly Input[]): Promise<number | null> {
  const size = totalSize(inputs)
  const isCountable = size !== null && size <= MOST_BYTES_TO_COUNT && inputs.every(({ isRepeatable }) => isRepeatable)
  return isCountable ? countTasks(inputs) : null
}

/** Lines that were interrupted: their place is kept where a finished one comes behind them, and left out at the end. */
class Gaps<Result> {
  readonly #work: UrlWork<Result>
  #inputs: string[] = []

  constructor(work: UrlWork<Result>) {
    this.#work = work
  }

  add(input: string): void {
    this.#inputs.push(input)
  }

  async fill(): Promise<void> {
    const inputs = this.#inputs
    this.#inputs = []
    for (const input of inputs) await this.#work.write(input, null)
  }
}
