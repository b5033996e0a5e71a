import type { WorkerFrontier } from './patience.ts'

/** How many pages of a host are fetched at most; what a person asked for does not count. */
export class HostBudget {
  readonly #frontier: Pick<WorkerFrontier, 'fetchedOf'>
  readonly #most: number
  /** What is spent stays so: a page that was fetched is not taken back. */
  readonly #spent = new Set<string>()

  constructor(frontier: Pick<WorkerFrontier, 'fetchedOf'>, most: number) {
    this.#frontier = frontier
    this.#most = most
  }

  async isSpent(host: string): Promise<boolean> {
    if (this.#most === Number.POSITIVE_INFINITY) return false
    if (this.#spent.has(host)) return true
    const isSpent = (await this.#frontier.fetchedOf(host, this.#most)) >= this.#most
    if (isSpent) this.#spent.add(host)
    return isSpent
  }
}
