/** Of the time of a busy worker, suspects take at most a tenth. */
const BUSY_SHARE = 9
/** After so many suspects in a row other URLs have their turn. */
const MAX_IN_A_ROW = 10
const FIRST_LIMIT_MS = 60_000

/**
 * Decides when a busy worker stops claiming until all that it has under way is done, so that it can visit a suspect alone.
 *
 * It is *off*, or *quiet*: from when suspects are waiting until an idle worker is handed something else. A quiet time is interrupted if
 * the visits in progress do not end, and the next one has twice the patience, so that suspects are visited at last. A worker that
 * has nothing under way gets suspects without it.
 *
 * Must never keep a worker from other URLs for long: each quiet time is followed by nine times as long without one.
 */
export class QuietTimes {
  #areSuspectsWaiting = false
  #since: number | null = null
  #notBefore = Number.NEGATIVE_INFINITY
  #limitMs = FIRST_LIMIT_MS
  #inARow = 0

  noteWaiting(suspects: number): void {
    this.#areSuspectsWaiting = suspects > 0
  }

  /** Whether to claim nothing until all that is under way is done. */
  isQuiet(now: number): boolean {
    if (this.#since === null && this.#areSuspectsWaiting && now >= this.#notBefore) this.#since = now
    if (this.#since === null) return false
    if (now - this.#since < this.#limitMs) return true
    this.#limitMs *= 2
    this.#end(now)
    return false
  }

  /** Whether the next claim may be a suspect, for a worker that has nothing under way. */
  mayTakeSuspect(): boolean {
    return this.#inARow < MAX_IN_A_ROW
  }

  /** The worker begins with a suspect. */
  noteSuspectClaimed(now: number): void {
    this.#since ??= now
    this.#inARow += 1
    this.#limitMs = FIRST_LIMIT_MS
  }

  /** The worker got other URLs, or none. @param wasIdle whether it could have got a suspect */
  noteOthersClaimed(now: number, wasIdle: boolean): void {
    this.#inARow = 0
    // A claim that was under way when suspects were reported must not end a quiet time before it has begun.
    if (wasIdle) this.#end(now)
  }

  #end(now: number): void {
    if (this.#since !== null) this.#notBefore = now + BUSY_SHARE * (now - this.#since)
    this.#since = null
    this.#areSuspectsWaiting = false
  }
}
