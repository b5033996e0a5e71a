/**
 * The statements of one transaction: one after the other, and none after one that failed. PostgreSQL takes nothing more
 * then, and would answer a commit with a silent rollback; SQLite would go on. Here it is the same with both.
 */
export class StatementQueue {
  readonly #pending = new Set<Promise<unknown>>()
  #exclusive: Promise<unknown> | undefined
  #failure: { readonly error: unknown } | undefined
  #isOver = false

  /** When all before it are done; all after it wait for it. */
  runAlone<T>(step: () => T | Promise<T>): Promise<T> {
    const turn = this.#enqueue(Promise.allSettled(this.#pending), step)
    this.#exclusive = turn
    return turn
  }

  /** Without waiting for the answers to those before: only where they are answered in order, and not after one that failed. */
  send<T>(step: () => Promise<T>): Promise<T> {
    return this.#enqueue(this.#exclusive, step)
  }

  /** Waits for what is under way and lets nothing more begin. */
  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.allSettled(this.#pending)
  }

  /** Fails where a step did, even if nobody listened. */
  async finish(): Promise<void> {
    await this.stop()
    if (this.#failure !== undefined) throw this.#failure.error
  }

  #enqueue<T>(before: Promise<unknown> | undefined, step: () => T | Promise<T>): Promise<T> {
    const turn = this.#isOver ? throwOver() : this.#runNext(before, step)
    this.#pending.add(turn)
    const end = (): void => {
      this.#pending.delete(turn)
      if (this.#exclusive === turn) this.#exclusive = undefined
    }
    turn.then(end, end)
    return turn
  }

  async #runNext<T>(before: Promise<unknown> | undefined, step: () => T | Promise<T>): Promise<T> {
    await before?.catch(() => undefined)
    try {
      if (this.#failure !== undefined) throw this.#failure.error
      return await step()
    } catch (error) {
      // What is sent after a failure fails as well, and says less.
      this.#failure ??= { error }
      throw this.#failure.error
    }
  }
}

async function throwOver(): Promise<never> {
  throw new Error('This transaction is over; nothing more can be done in it.')
}
