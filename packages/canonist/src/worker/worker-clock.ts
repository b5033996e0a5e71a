/** Time as a worker measures it: never compared with that of the database. */
export interface WorkerClock {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /**
   * Milliseconds of the wall clock, which also runs while the machine sleeps. Only for deadlines: a lease is over when it is by
   * either clock. Left out, only `now` counts.
   */
  readonly wallNow?: (() => number) | undefined
  /** Rejects with the signal's reason as soon as that aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const SYSTEM_CLOCK: WorkerClock = { now: () => performance.now(), wallNow: Date.now, sleep }

/** Node's own makes an error with a stack for every sleep that is cut short, which is most of what a worker's sleeps cost. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Sleeps to the end even where a timer wakes too early: hosts count every millisecond. */
export async function sleepUntil(time: number, { now, sleep }: WorkerClock, signal?: AbortSignal): Promise<void> {
  for (let ms = time - now(); ms > 0; ms = time - now()) await sleep(Math.ceil(ms), signal)
}

/** Why a sleep was cut short: nobody hears of it. */
const WOKEN = new Error('awake')

/** Lets one loop sleep until something happens: `beat` wakes it, at once or at a later time. */
export class WakeSignal {
  readonly #clock: WorkerClock
  #alarm = new AbortController()
  #wakeAt = Number.POSITIVE_INFINITY

  constructor(clock: WorkerClock) {
    this.#clock = clock
  }

  /** There is news, or there will be in so many milliseconds. */
  wake(inMs = 0): void {
    const time = this.#clock.now() + inMs
    if (time >= this.#wakeAt) return
    this.#wakeAt = time
    this.#alarm.abort(WOKEN)
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
