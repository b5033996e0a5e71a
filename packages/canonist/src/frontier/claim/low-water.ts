import { SECOND } from '../../hosts/settings.ts'

const FULL_LOOK_EVERY_MS = 30 * SECOND

/**
 * From where on the index of hosts is read. What was left of it holds the traces of hosts that have moved on since, and as
 * long as anybody reads an old snapshot, PostgreSQL cannot clear them away. A host is never put there anew; that one was
 * left there by somebody who broke off is found by a full look now and then.
 */
export class LowWater {
  #mark = 0
  #lookedAt = Number.NEGATIVE_INFINITY

  from(now: number): number {
    if (now - this.#lookedAt >= FULL_LOOK_EVERY_MS || now < this.#lookedAt) {
      this.#lookedAt = now
      this.#mark = 0
    }
    return this.#mark
  }

  /** How far it is behind; null where there is no mark yet. */
  lag(now: number): number | null {
    return this.#mark === 0 ? null : Math.max(0, now - this.#mark)
  }

  /** @param readyAt of the first host that was found */
  rise(readyAt: number): void {
    this.#mark = Math.max(this.#mark, readyAt)
  }
}
