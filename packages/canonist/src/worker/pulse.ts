import type { WorkerClock } from './clock.ts'

/** Why a sleep was cut short: nobody hears of it. */
const AWAKE = new Error('awake')

/** Lets one loop sleep until others have news for it. */
export class Pulse {
  readonly #clock: WorkerClock
  #alarm = new AbortController()
  #wakeAt = Number.POSITIVE_INFINITY

  constructor(clock: WorkerClock) {
    this.#clock = clock
  }

  /** There is news, or there will be in so many milliseconds. */
  beat(inMs = 0): void {
    const time = this.#clock.now() + inMs
    if (time >= this.#wakeAt) return
    this.#wakeAt = time
    this.#alarm.abort(AWAKE)
  }

  /** Until there is news since the last wait, or the time is over. */
  async wait(ms: number): Promise<void> {
    const until = this.#clock.now() + ms
    for (;;) {
      const left = Math.min(until, this.#wakeAt) - this.#clock.now()
      if (left <= 0) break
      this.#alarm = new AbortController()
      await this.#clock.sleep(left, this.#alarm.signal).catch(() => undefined)
    }
    this.#wakeAt = Number.POSITIVE_INFINITY
  }
}
