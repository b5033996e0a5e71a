/** A busy worker spends at most a tenth of its time on suspects: one part in quiet times, nine parts without. */
const BUSY_SHARE = 9
/** After this many suspects in a row, other URLs get their turn. */
const MAX_IN_A_ROW = 10
const FIRST_LIMIT_MS = 60_000

/**
 * Decides when a busy worker stops claiming until its visits are finished, so that it can visit a suspect alone.
 *
 * It is *off*, or *quiet*: from when suspects are waiting until an idle worker claims something else. A quiet time is interrupted if
 * the visits in progress do not end; the next one may last twice as long, so that suspects are visited at last. An idle worker gets
 * suspects without a quiet time.
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

  /** Whether to claim nothing until all visits in progress are finished. */
  isQuiet(now: number): boolean {
    if (this.#since === null && this.#areSuspectsWaiting && now >= this.#notBefore) this.#since = now
    if (this.#since === null) return false
    if (now - this.#since < this.#limitMs) return true
    this.#limitMs *= 2
    this.#end(now)
    return false
  }

  /** Whether an idle worker may claim a suspect next. */
  mayTakeSuspect(): boolean {
    return this.#inARow < MAX_IN_A_ROW
  }

  /** The worker starts to visit a suspect. */
  noteSuspectClaimed(now: number): void {
    this.#since ??= now
    this.#inARow += 1
    this.#limitMs = FIRST_LIMIT_MS
  }

  /** The worker claimed other URLs, or none. @param wasIdle whether it could have got a suspect */
  noteOthersClaimed(now: number, wasIdle: boolean): void {
    this.#inARow = 0
    // A claim that was in progress when suspects were reported must not end a quiet time before it has begun.
    if (wasIdle) this.#end(now)
  }

  #end(now: number): void {
    if (this.#since !== null) this.#notBefore = now + BUSY_SHARE * (now - this.#since)
    this.#since = null
    this.#areSuspectsWaiting = false
  }
}
