import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { chooseSeed, countRuns } from './runs.ts'

/** A stretch of generated cases: case `n` is made from seed `seed + n` alone, so each one can be run again by itself. */
export interface FuzzRange {
  readonly seed: number
  readonly cases: number
  /** No case begins after this time, in milliseconds since 1970. */
  readonly until?: number
}

/** Counts of what a run did. A run without failures that did little shows little. */
export type Tally = Readonly<Record<string, number>>

/** A fuzzer: runs every case of the range and throws at the first failure. */
export type Fuzzer = (range: FuzzRange) => Tally | Promise<Tally>

/**
 * The range that `SEED`, `CASES` and `SECONDS` in the environment ask for; without them, the usual seed, `cases` cases (a tenth in
 * `npm test`) and all the time that they need.
 */
export function fuzzRange(cases: number): FuzzRange {
  const { SEED, CASES, SECONDS } = process.env
  const seconds = wholeNumber('SECONDS', SECONDS)
  const range = {
    seed: wholeNumber('SEED', SEED) ?? chooseSeed(),
    cases: wholeNumber('CASES', CASES) ?? countRuns(cases),
  }
  return seconds === null ? range : { ...range, until: Date.now() + seconds * 1000 }
}

function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  if (/^\d{1,10}$/.test(text)) return Number(text)
  throw new RangeError(`${name} is "${text}". Give a whole number.`)
}

export const hasTime = ({ until = Number.POSITIVE_INFINITY }: FuzzRange): boolean => Date.now() < until

/** Runs `check` for each case and names the seed of a case that fails. Returns how many cases there was time for. */
export async function runCases(range: FuzzRange, check: (caseSeed: number) => void | Promise<void>): Promise<number> {
  const { seed, cases } = range
  let index = 0
  for (; index < cases && hasTime(range); index += 1) {
    try {
      // Not awaited where there is nothing to wait for: a promise per case is slow.
      const pending = check(seed + index)
      if (pending !== undefined) await pending
    } catch (error) {
      throw new Error(`SEED=${seed + index} CASES=1 fails: ${readMessage(error)}`, { cause: error })
    }
  }
  return index
}

const readMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** One line for `diagnostic`: the seed, the time and the counts. */
export function describeRun({ seed }: FuzzRange, startedAt: number, tally: Tally): string {
  return JSON.stringify({ seed, seconds: Math.round((performance.now() - startedAt) / 1000), ...tally })
}

/**
 * Runs an exported fuzzer on every core, each with its share of the cases, and adds up the tallies.
 *
 * @param module the URL of the module that exports the fuzzer
 */
export async function fuzzOnAllCores(module: URL, name: string, range: FuzzRange): Promise<Tally> {
  const workers: Worker[] = []
  const run = (share: FuzzRange): Promise<Tally> => {
    const worker = new Worker(new URL('fuzz-worker.ts', import.meta.url), {
      workerData: { module: module.href, name, range: share },
    })
    workers.push(worker)
    return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  }
  try {
    return addUp(await Promise.all(shares(range).map(run)))
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

function shares({ seed, cases, ...bounds }: FuzzRange): FuzzRange[] {
  const size = Math.ceil(cases / availableParallelism())
  const all: FuzzRange[] = []
  for (let done = 0; done < cases; done += size) {
    all.push({ ...bounds, seed: seed + done, cases: Math.min(size, cases - done) })
  }
  return all
}

function addUp(tallies: readonly Tally[]): Tally {
  const sum: Record<string, number> = {}
  for (const tally of tallies) for (const [name, count] of Object.entries(tally)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
