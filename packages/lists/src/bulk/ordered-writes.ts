/** A queue of results. Each is written when it is ready and all before it are written. Must never write out of order, nor after a failed write. */
export class OrderedWrites<Result> {
  readonly #write: (result: Result) => Promise<void>
  readonly #pending: Promise<void>[] = []
  #last: Promise<void> = Promise.resolve()
  #failed: { readonly error: unknown } | null = null
  #reportFailure: (error: unknown) => void = () => undefined

  constructor(write: (result: Result) => Promise<void>) {
    this.#write = write
  }

  add(result: Promise<Result>): void {
    const previous = this.#last
    const done = (async () => {
      const [ready] = await Promise.all([result, previous])
      await this.#write(ready)
    })()
    done.catch((error: unknown) => {
      this.#failed ??= { error }
      this.#reportFailure(error)
    })
    this.#last = done
    this.#pending.push(done)
  }

  /** Waits until at most `most` results are unwritten. */
  async drainTo(max: number): Promise<void> {
    while (this.#pending.length > max) await this.#pending.shift()
  }

  /**
   * Waits for `value`, or for a write to fail, because the next input may never come. If `value` fails, everything read before
   * is written first. Does not use `Promise.race`, which would leave a callback on a long-lived promise for every block.
   */
  waitOrFail<T>(value: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reportFailure = reject
      if (this.#failed !== null) reject(this.#failed.error)
      value.then(resolve, (error: unknown) => this.drainTo(0).then(() => reject(error), reject))
    })
  }
}
