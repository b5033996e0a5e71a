import { Turns } from './turns.ts'

/**
 * The statements of one transaction: one after the other, and none after one that failed. PostgreSQL takes nothing more
 * then, and would answer a commit with a silent rollback; SQLite would go on. Here it is the same with both.
 */
export class Steps {
  readonly #turns = new Turns()
  #failure: { readonly error: unknown } | undefined
  #isOver = false

  take<T>(step: () => T | Promise<T>): Promise<T> {
    return this.#turns.take(async () => {
      if (this.#isOver) throw new Error('This transaction is over; nothing more can be done in it.')
      if (this.#failure !== undefined) throw this.#failure.error
      try {
        return await step()
      } catch (error) {
        this.#failure = { error }
        throw error
      }
    })
  }

  /** Waits for what is under way and lets nothing more begin. */
  async stop(): Promise<void> {
    await this.#turns.take(async () => void (this.#isOver = true))
  }

  /** Fails where a step did, even if nobody listened. */
  async finish(): Promise<void> {
    await this.stop()
    if (this.#failure !== undefined) throw this.#failure.error
  }
}
