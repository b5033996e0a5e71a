import { untilAborted } from '../until-aborted.ts'

/**
 * Queues the callers of one process for a host, in order of arrival, so that one at a time uses it. Hosts do not
 * wait for each other.
 *
 * A caller that leaves early, as after an abort, keeps its place until all before it have left. Must never let a caller overtake another.
 */
export class HostLines {
  readonly #tails = new Map<string, { tail: Promise<void>; waiting: number }>()

  /** How many callers wait for a host or have it. */
  waiting(host: string): number {
    return this.#tails.get(host)?.waiting ?? 0
  }

  /** Runs the work when all earlier callers are done. Rejects with the signal's reason if it aborts before that. */
  async take<Result>(host: string, signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
    const line = this.#tails.get(host) ?? { tail: Promise.resolve(), waiting: 0 }
    this.#tails.set(host, line)
    const before = line.tail
    let leave = (): void => {}
    const left = new Promise<void>((resolve) => (leave = resolve))
    line.tail = before.then(() => left)
    line.waiting += 1
    try {
      await untilAborted(before, signal)
      return await work()
    } finally {
      line.waiting -= 1
      if (line.waiting === 0) this.#tails.delete(host)
      leave()
    }
  }
}
