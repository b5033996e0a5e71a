import { countTasks, runTasks, type Task } from '@canonist/lists/internal/bulk/run-tasks'
import { toGenerator } from '@canonist/lists/internal/io/to-generator'
import { sumSizes, type Input } from '@canonist/lists/internal/io/input'
import type { RejectedLine } from '@canonist/lists/internal/io/line-outcome'
import { guessScheme, unwrapFeedScheme } from '@canonist/web/internal/canonicalize/feed-schemes'
import { createLimit, type Limit } from '@canonist/web/internal/net/politeness/limit'

/** One line of a list, in the order of the input. */
export type UrlResult<Result> =
  | {
      readonly state: 'done'
      readonly input: string
      /** The name of the list, and the line in it, counted from 1. */
      readonly source: string
      readonly line: number
      readonly result: Result
    }
  | { readonly state: 'empty'; readonly input: '' }
  /** It was under way when the run was interrupted. */
  | { readonly state: 'left'; readonly input: string }

export interface RunUrlsOptions<Result> {
  /** Requests at once, over all hosts. */
  readonly concurrency?: number | undefined
  /** Ends the run: finished results are still yielded, unfinished lines are `left`, no more lines are read. */
  readonly signal?: AbortSignal | undefined
  /** Its signal also aborts when the consumer stops reading results. */
  readonly work: (url: string, signal: AbortSignal) => Promise<Result>
  /** The result for a line that is not text. */
  readonly refuse: (line: RejectedLine) => Result
}

/** Lines that are read ahead of the one that is yielded next: a slow host holds up the output, not the work. */
const LINES_AHEAD = 2000

/** Decisions at once for each request at once: most of them wait for the turn of their host. */
const DECISIONS_PER_REQUEST = 4

const CONCURRENCY = 32

/** Works on every URL of the lists, host by host, and yields a result for each line as soon as those before it are out. */
export function runUrls<Result>(
  inputs: readonly Input[],
  { concurrency = CONCURRENCY, signal, work, refuse }: RunUrlsOptions<Result>,
): AsyncGenerator<UrlResult<Result>> {
  const startWork = createHostLanes(concurrency * DECISIONS_PER_REQUEST)
  const abandoned = new AbortController()
  const stop = signal === undefined ? abandoned.signal : AbortSignal.any([signal, abandoned.signal])
  return toGenerator(async (put) => {
    // The consumer has stopped reading, so no more requests are needed.
    const yieldTo = (item: UrlResult<Result>): Promise<void> =>
      put(item).catch((error: unknown) => {
        abandoned.abort()
        throw error
      })
    await runTasks<Result | null>(inputs, {
      maxAhead: LINES_AHEAD,
      signal: stop,
      async work({ text }) {
        if (text === '') return null
        return typeof text === 'string' ? startWork(text, () => work(text, stop)) : refuse(text)
      },
      write: (task, result) => {
        if (result === null) return yieldTo({ state: 'empty', input: '' })
        const { source, line } = task
        return yieldTo({ state: 'done', input: readInput(task), source, line, result })
      },
      leave: (task) => yieldTo({ state: 'left', input: readInput(task) }),
    })
  })
}

const readInput = ({ text }: Task): string => (typeof text === 'string' ? text : text.input)

/** Counting the lines of a larger list would take longer than anyone wants to wait for the first request. */
const MAX_BYTES_TO_COUNT = 100_000_000

/** How many URLs the lists have; null where that cannot be known before the end. */
export async function countUrls(inputs: readonly Input[]): Promise<number | null> {
  const size = sumSizes(inputs)
  const isCountable = size !== null && size <= MAX_BYTES_TO_COUNT && inputs.every(({ isRepeatable }) => isRepeatable)
  return isCountable ? countTasks(inputs) : null
}

/** Starts work on a line of a list when its host, and the list as a whole, have room for it. */
type StartWork = <Result>(line: string, work: () => Promise<Result>) => Promise<Result>

/** More would only wait for each other: a host gets one request at a time. */
const MAX_PER_HOST = 3

interface Lane {
  readonly limit: Limit
  waiting: number
}

/**
 * Bounds concurrency: three URLs per host, started in input order, and `most` in total. Without it
 * the first URL of a long list waits for its second request until every other URL had its first.
 */
function createHostLanes(most: number): StartWork {
  const lanes = new Map<string, Lane>()
  const limit = createLimit(most)
  return async (line, work) => {
    const host = readHost(line)
    const lane = lanes.get(host) ?? { limit: createLimit(MAX_PER_HOST), waiting: 0 }
    lanes.set(host, lane)
    lane.waiting += 1
    try {
      return await lane.limit(() => limit(work))
    } finally {
      lane.waiting -= 1
      if (lane.waiting === 0) lanes.delete(host)
    }
  }
}

/** The host that the text names, written with or without a scheme; empty where it names none. */
function readHost(line: string): string {
  const whole = guessScheme(unwrapFeedScheme(line.trim()))
  return URL.parse(whole?.text ?? '')?.host ?? ''
}
