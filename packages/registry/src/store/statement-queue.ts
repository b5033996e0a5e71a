/**
 * Orders the statements of one transaction.
 *
 * A statement runs *alone* (after all earlier ones have finished, and before any later one starts) or is *sent* without waiting for the
 * results of earlier ones. After the first failure, every later statement fails with the same error. After `stop` or `finish`, none starts.
 *
 * Must never run a statement after a failed one: PostgreSQL would answer the commit with a silent rollback, SQLite would commit the rest.
 */
export class StatementQueue {
  readonly #pending = new Set<Promise<unknown>>()
  #exclusive: Promise<unknown> | undefined
  #failure: { readonly error: unknown } | undefined
  #isOver = false

  /** Runs a statement when all earlier ones have finished; all later ones wait for it. */
  runAlone<T>(step: () => T | Promise<T>): Promise<T> {
    const turn = this.#enqueue(Promise.allSettled(this.#pending), step)
    this.#exclusive = turn
    return turn
  }

  /** Sends a statement without waiting for earlier results. Only for servers that answer in order and refuse statements after a failure. */
  send<T>(step: () => Promise<T>): Promise<T> {
    return this.#enqueue(this.#exclusive, step)
  }

  /** Waits for running statements and refuses new ones. */
  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.allSettled(this.#pending)
  }

  /** Stops, then throws the first failure, even if its caller ignored it. */
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
      // Keep the first error: statements sent after it fail only because of it.
      this.#failure ??= { error }
      throw this.#failure.error
    }
  }
}

async function throwOver(): Promise<never> {
  throw new Error('This transaction has ended. Start a new one.')
}

const READ = /^\s*(?:select|with|values|pragma|explain)\b/i

/** Whether a statement only reads. A statement that changes rows after a `with` must be run inside a transaction. */
export function isReadStatement(sql: string): boolean {
  return READ.test(sql)
}
