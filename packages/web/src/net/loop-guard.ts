import { setImmediate } from 'node:timers/promises'

export interface LoopLimits {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds from now. */
  readonly totalMs?: number | undefined
}

/** Timers, sockets and signals wait for guarded loops this long at most. */
const TURN_MS = 10

/** When guarded loops last let the event loop turn. Of the whole process, as the event loop is: many short loops starve it like a long one. */
let turnedAt = performance.now()

/**
 * Ends loops in time. A loop calls `mayStep` before each of its steps, and ends when that returns false.
 *
 * The guard reads the clock itself: if every step is answered from memory, or by a function that the caller passed, no timer fires, and
 * neither a deadline nor a signal that a timer aborts would be noticed. For the same reason it lets the event loop turn now and then.
 */
export class LoopGuard {
  readonly #signal: AbortSignal | undefined
  readonly #endsAt: number

  constructor({ signal, totalMs = Number.POSITIVE_INFINITY }: LoopLimits) {
    this.#signal = signal
    this.#endsAt = performance.now() + totalMs
  }

  /** Whether the next step may begin: the signal has not aborted, and time is left. */
  async mayStep(): Promise<boolean> {
    if (performance.now() - turnedAt >= TURN_MS) {
      await setImmediate()
      turnedAt = performance.now()
    }
    return this.#signal?.aborted !== true && performance.now() < this.#endsAt
  }
}
