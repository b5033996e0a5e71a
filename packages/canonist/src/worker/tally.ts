import type { FrontierState } from '../frontier/outcome.ts'
import type { Waiting } from '../frontier/waiting.ts'
import type { WorkResult } from './result.ts'

/** What a worker has done. */
export interface WorkReport {
  /** Results, by the state they led to. */
  readonly results: Readonly<Partial<Record<FrontierState, number>>>
  readonly renamed: number
  readonly requests: number
  /** Whether it ended by itself. */
  readonly isDrained: boolean
  /** What it did not wait for; null where it did not end by itself. */
  readonly waiting: Waiting | null
}

export class WorkTally {
  readonly #results: Partial<Record<FrontierState, number>> = {}
  #renamed = 0
  #requests = 0

  count({ state, isRenamed, requests }: WorkResult): void {
    this.#results[state] = (this.#results[state] ?? 0) + 1
    this.#renamed += isRenamed ? 1 : 0
    this.#requests += requests
  }

  /** @param waiting null where it did not end by itself */
  report(waiting: Waiting | null): WorkReport {
    const isDrained = waiting !== null
    return { results: this.#results, renamed: this.#renamed, requests: this.#requests, isDrained, waiting }
  }
}
