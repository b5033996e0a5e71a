import type { Canonist } from '../canonist/open-canonist.ts'
import { countAll } from '../canonist/count-all.ts'
import { writeCountSample, readCountSamples, STEPS, type CountSample, type SampleStep } from './count-samples.sql.ts'

/** Half the finest step, so that no minute is missed. */
const EVERY_MS = 30_000

/**
 * Writes down the counts of a database from time to time, while a server runs. Any number of servers may do so on one database. It never
 * fails a server: a sample that cannot be written is missing in the charts.
 */
export class CountSampler {
  readonly #app: Canonist
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #sampling: Promise<void>

  constructor(app: Canonist, options: { readonly now: () => number; readonly onError: (error: unknown) => void }) {
    this.#app = app
    this.#now = options.now
    this.#onError = options.onError
    this.#sampling = this.#sample()
    this.#timer = setInterval(() => {
      this.#sampling = this.#sampling.then(() => this.#sample())
    }, EVERY_MS).unref()
  }

  /** Waits for a sample that is being written. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sampling
  }

  async #sample(): Promise<void> {
    try {
      const counts = await countAll(this.#app)
      await this.#app.context.database.transaction((transaction) => writeCountSample(transaction, counts, this.#now()))
    } catch (error) {
      this.#onError(error)
    }
  }
}

export interface CountHistory {
  readonly step: SampleStep
  /** The oldest first. */
  readonly items: readonly CountSample[]
}

/** More points than a chart has pixels say nothing more. */
const MAX_POINTS = 360

/** How the counts went over the last `spanMs`, by the finest samples that reach back so far. */
export async function readCountHistory({ context }: Canonist, spanMs: number): Promise<CountHistory> {
  const step = chooseStep(spanMs)
  const samples = await readCountSamples(context.database, step, context.now() - spanMs)
  return { step, items: thin(samples) }
}

function chooseStep(spanMs: number): SampleStep {
  if (spanMs <= STEPS.minute.keptMs) return 'minute'
  return spanMs <= STEPS.hour.keptMs ? 'hour' : 'day'
}

/** Every nth sample, always with the newest. */
function thin(samples: readonly CountSample[]): CountSample[] {
  const every = Math.ceil(samples.length / MAX_POINTS)
  return samples.filter((_, index) => (samples.length - 1 - index) % every === 0)
}
