import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** A stretch of generated cases: case `n` is made from seed `seed + n` alone, so each one can be run again by itself. */
export interface FuzzRange {
  readonly seed: number
  readonly cases: number
}

/** Counts of what a run did. A run without failures that did little shows little. */
export type Tally = Readonly<Record<string, number>>

/** A fuzzer: runs every case of the range and throws at the first failure. */
export type Fuzzer = (range: FuzzRange) => Tally | Promise<Tally>

const SEEDS = 2 ** 31

/** The range that `SEED` and `CASES` in the environment ask for; without them, a seed from the clock and `cases` cases. */
export function fuzzRange(cases: number): FuzzRange {
  const { SEED, CASES } = process.env
  return { seed: wholeNumber('SEED', SEED) ?? Date.now() % SEEDS, cases: wholeNumber('CASES', CASES) ?? cases }
}

function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  if (/^\d{1,10}$/.test(text)) return Number(text)
  throw new RangeError(`${name} is "${text}". Give a whole number.`)
}

/** Runs `check` for each case and names the seed of a case that fails. */
export async function runCases(
  { seed, cases }: FuzzRange,
  check: (caseSeed: number) => void | Promise<void>,
): Promise<void> {
  for (let index = 0; index < cases; index += 1) {
    try {
      // Not awaited where there is nothing to wait for: a promise per case is slow.
      const pending = check(seed + index)
      if (pending !== undefined) await pending
    } catch (error) {
      throw new Error(`SEED=${seed + index} CASES=1 fails: ${messageOf(error)}`, { cause: error })
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** One line for `diagnostic`: the range, the time and the counts. */
export function describeRun({ seed, cases }: FuzzRange, startedAt: number, tally: Tally): string {
  return JSON.stringify({ seed, cases, seconds: Math.round((performance.now() - startedAt) / 1000), ...tally })
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

function shares({ seed, cases }: FuzzRange): FuzzRange[] {
  const size = Math.ceil(cases / availableParallelism())
  const all: FuzzRange[] = []
  for (let done = 0; done < cases; done += size) all.push({ seed: seed + done, cases: Math.min(size, cases - done) })
  return all
}

function addUp(tallies: readonly Tally[]): Tally {
  const sum: Record<string, number> = {}
  for (const tally of tallies) for (const [name, count] of Object.entries(tally)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
