import type { Rejected } from '../bulk/outcome.ts'
import { runTasks } from '../bulk/run-tasks.ts'
import type { Fetcher } from '../resolve/fetcher.ts'
import { AnswerTally } from './answer-tally.ts'
import type { Environment } from './environment.ts'
import { inputsOf, isUrl, totalSize } from './inputs.ts'
import type { NetworkFlags } from './network-flags.ts'
import { openFetcher } from './open-fetcher.ts'
import { startProgress } from './progress.ts'

/** What a command does with every URL that it is given. */
export interface UrlWork<Result> {
  ask(url: string, fetcher: Fetcher): Promise<Result>
  /** What becomes of a line that is no text. */
  refuse(line: Rejected): Result
  isGood(result: Result): boolean
  /** Whether the network gave no answer at all. */
  isUnreachable(result: Result): boolean
  /** In the order of the input; null for an empty line. */
  write(input: string, result: Result | null): Promise<void>
}

/** Lines that are read ahead: most of them wait for the turn of their host, which costs nothing. */
const TASKS_AT_ONCE = 2000

/** Asks the network about the URLs and lists of URLs that the arguments name: a single URL at once, others politely. */
export async function askUrls<Result>(
  environment: Environment,
  flags: NetworkFlags & { readonly quiet: boolean },
  args: readonly string[],
  work: UrlWork<Result>,
): Promise<AnswerTally> {
  const inputs = await inputsOf(args, environment)
  const fetcher = await openFetcher(flags, args.length !== 1 || !args.every(isUrl))
  const progress = await startProgress(environment, totalSize(inputs), flags.quiet, 'urls')
  const tally = new AnswerTally()
  try {
    await runTasks<Result | null>(inputs, {
      most: TASKS_AT_ONCE,
      work: ({ text }) => askLine(text, fetcher, work),
      async write({ text }, result) {
        if (result !== null) tally.count(work.isGood(result), work.isUnreachable(result))
        await work.write(typeof text === 'string' ? text : text.input, result)
      },
      onProgress: progress.update,
    })
    return tally
  } finally {
    progress.stop()
    await fetcher.close()
  }
}

async function askLine<Result>(
  line: string | Rejected,
  fetcher: Fetcher,
  work: UrlWork<Result>,
): Promise<Result | null> {
  if (line === '') return null
  return typeof line === 'string' ? work.ask(line, fetcher) : work.refuse(line)
}
