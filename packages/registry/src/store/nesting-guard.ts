import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Detects a transaction that is started inside another one of the same database. With one writer it would wait for itself forever; on
 * PostgreSQL it would wait for rows that the outer one has locked.
 */
export class NestingGuard {
  readonly #open = new AsyncLocalStorage<{ isOver: boolean }>()

  /** Runs the work of a transaction. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const mark = { isOver: false }
    try {
      return await this.#open.run(mark, work)
    } finally {
      mark.isOver = true
    }
  }

  /** Throws inside a running transaction. */
  check(): void {
    if (this.#open.getStore()?.isOver !== false) return
    throw new Error('The database was used inside one of its own transactions. Use that transaction instead.')
  }
}
