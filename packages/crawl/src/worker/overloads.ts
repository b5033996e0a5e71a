import type { FollowResult } from '@canonist/web/internal/resolve/follow'

/** After this many times in a row, the failure counts as one of the server. */
const MAX_RETURNS = 5
/** Beyond this the URL that was given back first is forgotten, and may be given back as often again. */
const MAX_URLS = 10_000

/**
 * Counts how often a worker gave each URL back because its process had too little CPU time for the response.
 *
 * Must never let a URL be given back without end: a page that never responds in time must be dead after its attempts.
 */
export class Overloads {
  readonly #returns = new Map<number, number>()
  readonly #onReturned: () => void

  constructor(onReturned: () => void) {
    this.#onReturned = onReturned
  }

  /** The result of a visit; a timeout of the server instead if the URL was given back too often. */
  limit(id: number, result: FollowResult): FollowResult {
    const returns = this.#returns.get(id) ?? 0
    this.#returns.delete(id)
    if (result.ok || result.code !== 'process_overloaded') return result
    if (returns >= MAX_RETURNS) return { ...result, code: 'total_timeout' }
    this.#onReturned()
    this.#returns.set(id, returns + 1)
    const [oldest] = this.#returns.keys()
    if (this.#returns.size > MAX_URLS && oldest !== undefined) this.#returns.delete(oldest)
    return result
  }
}
