import type { Canonist } from '../open-canonist.ts'
import { countAll } from '../status/count-all.ts'
import { writeCountSample } from './sql/count-samples.ts'

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
