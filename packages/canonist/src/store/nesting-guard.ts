import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Finds out who begins a transaction within a transaction of the same database: where there is one writer it would wait
 * for itself for ever, and elsewhere for whatever it has locked.
 */
export class NestingGuard {
  readonly #open = new AsyncLocalStorage<{ isOver: boolean }>()

  /** Does the work of a transaction. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const mark = { isOver: false }
    try {
      return await this.#open.run(mark, work)
    } finally {
      mark.isOver = true
    }
  }

  check(): void {
    if (this.#open.getStore()?.isOver !== false) return
    throw new Error('This was called within a transaction of the same database; use that transaction instead.')
  }
}
